// Titles and notes come from plans and agents. In a terminal their control characters would be
// commands, so they are taken out before anything is shown.

/** Control characters, and the marks that turn the direction of writing. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

export function safeText(text: string, maxChars: number): string {
  const plain = text
    .slice(0, maxChars * 4)
    .replace(unprintable, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  const chars = [...plain];
  return chars.length <= maxChars ? plain : `${chars.slice(0, maxChars - 1).join('')}…`;
}
