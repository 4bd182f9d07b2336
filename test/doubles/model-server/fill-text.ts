// A made-up text of the length and form that a field asks for, by its format, pattern, limits and name.
import type { Random } from '../../../src/schedule/solve/random.ts';
import { fillPattern } from './fill-pattern.ts';
import { type Language, someSentences, someWords } from './fill-words.ts';
import type { Node } from './schema-limits.ts';

const hex = (random: Random, length: number): string =>
  Array.from({ length }, () => random.below(16).toString(16)).join('');

const twoDigits = (value: number): string => String(value).padStart(2, '0');

const date = (random: Random): string =>
  `20${26 + random.below(4)}-${twoDigits(1 + random.below(12))}-${twoDigits(1 + random.below(28))}`;

const time = (random: Random): string =>
  `${twoDigits(random.below(24))}:${twoDigits(random.below(60))}`;

function ofFormat(format: string, random: Random): string | undefined {
  switch (format) {
    case 'date':
      return date(random);
    case 'date-time':
      return `${date(random)}T${time(random)}:00Z`;
    case 'time':
      return `${time(random)}:00Z`;
    case 'duration':
      return `P${1 + random.below(60)}D`;
    case 'email':
      return `person${random.below(1000)}@example.org`;
    case 'uri':
      return `https://example.org/page-${random.below(1000)}`;
    case 'uuid':
      return `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`;
    default:
      return undefined;
  }
}

const longName = /(?:description|summary|reason|text|detail|explanation|evidence|rationale)/i;
const shortName = /(?:name|title|label|owner|role|unit|currency|kind|category|place)$/i;
const idName = /(?:^|_)(?:id|key|ref|slug)s?$|Ids?$/;

function ofName(name: string, random: Random, language: Language): string {
  if (idName.test(name)) return `id-${hex(random, 6)}`;
  if (shortName.test(name)) return someWords(random, 2 + random.below(4), language);
  if (longName.test(name)) return someSentences(random, 1 + random.below(3), language);
  return someSentences(random, 1, language);
}

export function fillText(node: Node, random: Random, name: string, language: Language): string {
  const { minLength = 0, maxLength = Infinity, pattern, format } = node;
  const fits = (text: string): boolean => text.length >= minLength && text.length <= maxLength;
  const formed = format === undefined ? undefined : ofFormat(format, random);
  if (formed !== undefined) return formed;
  let text = ofName(name, random, language);
  if (pattern !== undefined) {
    const isPlain = new RegExp(pattern, 'u').test(text) && fits(text);
    return isPlain ? text : fillPattern(pattern, random, fits);
  }
  while (text.length < minLength) text += ` ${someSentences(random, 1, language)}`;
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength).trimEnd();
  return cut.length >= minLength ? cut : text.slice(0, maxLength);
}
