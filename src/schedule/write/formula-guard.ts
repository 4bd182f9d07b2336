// What keeps a spreadsheet from taking a text for a formula, and how it is taken off again. A formula
// begins a cell; where a semicolon or a bar parts the cells, also what follows one begins a cell.

const begins = String.raw`(^|[;|]\s*)`;
/** A text that has an apostrophe there already gets one more, so that taking one off gives the text back. */
const formula = `(?='*[=+\\-@＝＋－＠])`;
const open = new RegExp(`${begins}${formula}`, 'gu');
const closed = new RegExp(`${begins}'${formula}`, 'gu');

export const guarded = (text: string): string => text.replace(open, "$1'");

export const unguarded = (text: string): string => text.replace(closed, '$1');
