// Short sentences that differ from one another, as those of a mind do: stages refuse an answer that says
// one thing twice. The same number gives the same sentence.

const who = [
  ...['The baker', 'A neighbor', 'Our landlord', 'The town office', 'An old supplier'],
  ...['Every visitor', 'The night shift', 'A rival downtown', 'The insurer', 'My bookkeeper'],
  'Some student',
] as const;
const does = [
  ...['asks for', 'forgets', 'pays for', 'repairs', 'wants more of', 'measures'],
  ...['complains about', 'brings', 'checks', 'never saw', 'photographs', 'sells', 'borrows'],
] as const;
const what = [
  ...['fresh bread', 'quiet evenings', 'the lease', 'a used oven', 'window seats', 'the sign'],
  ...['flour prices', 'summer hours', 'a ramp', 'the drains', 'blue cups', 'good music'],
  ...['the till', 'dry storage', 'a loan', 'bicycle racks', 'the fuse box'],
] as const;

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

/** Without a full stop, for a name or the middle of a text. */
export const clause = (seed: number): string =>
  `${pick(who, seed)} ${pick(does, seed * 5 + 1)} ${pick(what, seed * 7 + 2)}`;

export const sentence = (seed: number): string => `${clause(seed)}.`;

/** A number for a text, so that two who are told different things say different things. */
export function seedOf(text: string): number {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 99_991;
  return sum;
}
