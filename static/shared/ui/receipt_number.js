/** Numbers of receipts, such as 2-0001, in a text: none is broken over two lines. */

const RECEIPT = /(\b\d+-\d{4,}\b)/;

/** Split a text at its receipt numbers: every second part is a number. @param {string} text  @returns {string[]} */
export const aroundReceipts = (text) => text.split(RECEIPT);
