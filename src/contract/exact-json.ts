// JSON for somebody who approves exactly this: what could hide a part of it or turn it around, such
// as marks for the direction of writing, is written as its code.

/** Marks without a shape of their own; JSON itself escapes the control characters below space. */
const unseen = /[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f\u115f\u1160\u3164\uffa0]|[\ufe00-\ufe0f]/gu;

const codeOf = (char: string): string =>
  [...Array(char.length).keys()]
    .map((index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');

export const exactJson = (value: unknown, indent = 0): string =>
  (JSON.stringify(value, null, indent) ?? 'null').replaceAll(unseen, codeOf);
