// What a task waits for, in the notation of project programs: 2FS+1d;5SS, or task_1 SS+8h task_2. Each
// language has letters of its own for the four types.
import { dependencyTypes } from '../../../contract/plan.ts';
import type { ImportedLink } from '../imported-plan.ts';
import type { Language } from './columns.ts';
import { lengthOf } from './values.ts';

type LinkType = ImportedLink['type'];

const [FS, SS, FF, SF] = dependencyTypes;
const english: Readonly<Record<string, LinkType>> = { FS, SS, FF, SF };

const letters: Readonly<Record<Language, Readonly<Record<string, LinkType>>>> = {
  en: english,
  de: { ...english, EA: FS, AA: SS, EE: FF, AE: SF },
  fr: { ...english, FD: FS, DD: SS, DF: SF },
  es: { ...english, FC: FS, CC: SS, CF: SF },
  da: { ...english, AS: FS, AA: FF, SA: SF },
};

export interface Predecessor {
  readonly id: string;
  readonly type: LinkType;
  readonly lag: number;
  readonly isElapsed: boolean;
  /** Of the predecessor's length, in place of hours. */
  readonly share?: number;
}

export interface PredecessorContext {
  readonly language: Language;
  isKnown(id: string): boolean;
}

const maxParts = 2_000;

/** A type and a lag that stand apart belong to the id before them. */
const loose = /^(?:[A-Z]{2}(?:[+-].*)?|[+-]\d.*)$/;

function partsOf(text: string, { language, isKnown }: PredecessorContext): string[] {
  const tidy = text
    .replace(/\s+/g, ' ')
    .replace(/ ?([+-]) ?(?=\d)/g, '$1')
    .trim();
  const byMark = tidy.includes(';') ? tidy.split(';') : tidy.split(/,(?!\d+ ?[a-z]+(?:;|,|$))/i);
  return byMark.slice(0, maxParts).flatMap((part) => {
    const whole = part.trim();
    if (isKnown(whole) || !whole.includes(' ')) return [whole];
    const joined: string[] = [];
    for (const word of whole.split(/\s+/)) {
      const isTail =
        loose.test(word) && (letters[language][word.slice(0, 2)] || /^[+-]/.test(word));
      if (isTail && joined.length > 0) joined.push(`${joined.pop()}${word}`);
      else joined.push(word);
    }
    // Titles have blanks too.
    return joined.length > 1 && joined.some((word) => !isKnown(idIn(word, language)))
      ? [whole]
      : joined;
  });
}

const tail = /^(.*?)\s*([A-Z]{2})?\s*(?:([+-])\s*(\d[\d.,]*)\s*(%|\p{L}+\??)?)?$/u;

const idIn = (word: string, language: Language): string => {
  const [, id = '', type = ''] = tail.exec(word) ?? [];
  return letters[language][type] === undefined ? `${id}${type}` : id;
};

function predecessorOf(part: string, context: PredecessorContext): Predecessor {
  const plain = { id: part, type: FS, lag: 0, isElapsed: false } as const;
  if (context.isKnown(part)) return plain;
  const [, id = '', word = '', sign, amount = '', unit = ''] = tail.exec(part.slice(0, 200)) ?? [];
  const type = letters[context.language][word];
  const own = type === undefined ? `${id}${word}`.trim() : id.trim();
  const base = { ...plain, id: own, type: type ?? FS };
  if (sign === undefined) return base;
  const by = sign === '-' ? -1 : 1;
  if (unit === '%') return { ...base, share: (by * Number(amount.replace(',', '.'))) / 100 };
  const length = lengthOf(`${amount}${unit}`, 'days', context.language);
  if (length === undefined) return plain;
  return { ...base, lag: by * length.hours, isElapsed: length.isElapsed };
}

export const predecessorsIn = (text: string, context: PredecessorContext): Predecessor[] =>
  partsOf(text.slice(0, 20_000), context)
    .filter((part) => part !== '')
    .map((part) => predecessorOf(part, context));
