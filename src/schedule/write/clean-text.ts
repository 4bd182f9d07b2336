// Titles come from outside. Characters that could be commands to a terminal, a parser or a
// spreadsheet are taken out before any format escapes the rest.

/** Control characters, direction marks, line ends, halves of pairs and what XML cannot hold. */
const unwanted = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]+/gu;

/** One line of plain text. */
export function cleanText(text: string, maxChars = 500): string {
  const plain = text
    .slice(0, maxChars * 4)
    .replace(unwanted, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  const chars = [...plain];
  return chars.length <= maxChars ? plain : `${chars.slice(0, maxChars - 1).join('')}…`;
}
