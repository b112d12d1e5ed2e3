'use strict';
const {Huddle: Rival} = require('./styles.js');

module.exports = {Rival};
