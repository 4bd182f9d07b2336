// How many columns a text takes in a terminal: letters of East Asia and emoji take two.

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u;

const cellsOf = (char: string): number => (wide.test(char) ? 2 : 1);

export const cells = (text: string): number =>
  [...text].reduce((sum, char) => sum + cellsOf(char), 0);

/** As much of it as fits, with a mark where something is missing. */
export function fitCells(text: string, width: number): string {
  if (cells(text) <= width) return text;
  let kept = '';
  let left = Math.max(0, width - 1);
  for (const char of text) {
    left -= cellsOf(char);
    if (left < 0) break;
    kept += char;
  }
  return width < 1 ? '' : `${kept.trimEnd()}…`;
}
