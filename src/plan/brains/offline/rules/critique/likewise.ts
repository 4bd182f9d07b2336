// Whether one text speaks of what another does, by the words that say something. A rule can see no more
// than that, so what it says of it is said with care.
import { plainText } from '../../../../../gates/alike.ts';

/** Words of plans and goals that say nothing of what they are about. */
const empty = new Set(
  (
    'about after also among and around because been before being between both build could done down each every find from ' +
    'give goal good have into keep know large least less like made make many more most much must need needs never only ' +
    'other over plan plans project should small some such take task tasks than that their them then there these they ' +
    'this those through time under until upon used using very want wants well what when where which while whole will ' +
    'with within without work would your aber alle auch dass eine einem einen einer mein nach nicht oder sind soll ' +
    'unter wird avec dans elle nous pour sans sont vous como desde esta este hasta para pero sobre ikke efter skal som med'
  ).split(' '),
);

const LONG = 6;

/** Endings differ; six letters tell most words apart. */
const stemOf = (word: string): string => (/\d/.test(word) ? word : word.slice(0, LONG));

const newWords = (text: string): ReadonlySet<string> =>
  new Set(
    plainText(text)
      .split(' ')
      .filter((word) => (word.length > 3 && !empty.has(word)) || /\d/.test(word))
      .map(stemOf),
  );

/** The same texts are compared with one directive after another. */
const known = new Map<string, ReadonlySet<string>>();
const KNOWN_MAX = 500;

function tellingWords(text: string): ReadonlySet<string> {
  const found = known.get(text);
  if (found) return found;
  if (known.size >= KNOWN_MAX) known.clear();
  const words = newWords(text);
  known.set(text, words);
  return words;
}

/** How much of what one says the other says too, 0…1; 0 where it says nothing. */
export function coverage(one: string, other: string): number {
  const words = tellingWords(one);
  if (words.size === 0) return 0;
  const others = tellingWords(other);
  return [...words].filter((word) => others.has(word)).length / words.size;
}

export interface Match<Item> {
  readonly item: Item;
  /** Of what the text says, 0…1; what many speak of counts less. */
  readonly share: number;
}

const ABOUT_AS_GOOD = 0.9;

/** Finds which of many texts speaks most of something. */
export class Finder<Item> {
  readonly #items: readonly { readonly item: Item; readonly words: ReadonlySet<string> }[];
  readonly #counts = new Map<string, number>();

  constructor(items: readonly Item[], textOf: (item: Item) => string) {
    this.#items = items.map((item) => ({ item, words: tellingWords(textOf(item)) }));
    for (const { words } of this.#items) {
      for (const word of words) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
    }
  }

  #weight(word: string): number {
    return Math.log(1 + this.#items.length / (1 + (this.#counts.get(word) ?? 0)));
  }

  /** Of those that are about as good the last: what comes late brings it about, what comes early only
   * prepares it. Null where none has a word of it. */
  best(
    text: string,
    isAllowed: (item: Item) => boolean = () => true,
    least = 0,
  ): Match<Item> | null {
    const asked = [...tellingWords(text)];
    const whole = asked.reduce((sum, word) => sum + this.#weight(word), 0);
    const matches = this.#items
      .filter(({ item }) => isAllowed(item))
      .map(({ item, words }) => {
        const both = asked.filter((word) => words.has(word));
        const found = both.reduce((sum, word) => sum + this.#weight(word), 0) / (whole || 1);
        return { item, share: Math.max(least, found) };
      })
      .filter(({ share }) => share > 0);
    const most = Math.max(0, ...matches.map(({ share }) => share));
    return matches.findLast(({ share }) => share >= most * ABOUT_AS_GOOD) ?? null;
  }
}
