'use strict';
const {Runner: Rival} = require('./styles.js');

module.exports = {Rival};
