'use strict';
const {Rusher: Rival} = require('./styles.js');

module.exports = {Rival};
