// Texts that say nothing: marks instead of words, places that nobody filled, one word for everything.
// None of it depends on the language; the few international marks are only a hint.

const hasWord = /[\p{L}\p{N}]/u;
const unfilled = /\{\{?\s*[a-z][\w ]*\}?\}|<[a-z][\w ]*>|\[[^\]]{0,40}(?:…|\.\.\.)[^\]]{0,40}\]/iu;
const international = /^\W*(?:tbd|tba|todo|n\/?a|xxx+|lorem ipsum)\b/iu;

const oneCharacter = /^[\s\p{P}]*([^\s\p{P}])(?:[\s\p{P}]|\1)*$/u;

/** Numbers may well be (11, 1.1). */
const isOneCharacter = (text: string): boolean =>
  oneCharacter.test(text) && !/\p{N}/u.test(text) && text.trim().length > 2;

/** Why it says nothing; null where it says something. */
export function stubReason(text: string): string | null {
  if (!hasWord.test(text)) return 'There is no word in it.';
  if (unfilled.test(text)) return 'A place in it was never filled.';
  if (isOneCharacter(text)) return 'It is one character again and again.';
  if (international.test(text)) return 'It says that it is yet to be written.';
  return null;
}
