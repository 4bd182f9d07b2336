// A text without words that the goal bans: a plain word stands in their place.
import { hasWord } from '../../../gates/banned-words.ts';

const INSTEAD = 'this';

const escaped = (word: string): string =>
  word.trim().replaceAll(/[.*+?^${}()|[\]\\/-]/gu, String.raw`\$&`);

export const withoutWords = (text: string, banned: readonly string[]): string =>
  banned
    .filter((word) => hasWord(text, word))
    .reduce(
      (left, word) =>
        left.replaceAll(
          new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped(word)}(?![\p{L}\p{N}])`, 'giu'),
          INSTEAD,
        ),
      text,
    );
