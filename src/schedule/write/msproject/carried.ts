// What a plan says beside its schedule, in the notes of a task: words for people, then one line that our
// own reader takes it back from. Beside it stands how the task was written, so that the reader sees
// what somebody changed since.

export interface Carried {
  /** For people. */
  readonly words: string;
  /** For the reader, under the name that says what it is. */
  readonly record: object;
  readonly riskTier?: string;
  readonly performer?: string;
}

export interface CarriedPlan {
  readonly whole: Carried;
  /** By id of the phase or task. */
  readonly parts: ReadonlyMap<string, Carried>;
}

const MARK = 'planwright: ';

/** Elements of a task that people change, and that the plan says in words of its own. */
const watched = [
  'Name',
  'Duration',
  'Deadline',
  'PercentComplete',
  'ActualStart',
  'ActualFinish',
  'ConstraintType',
  'ConstraintDate',
] as const;

export type Written = Readonly<Record<string, string>>;

export interface Lists {
  readonly links: readonly string[];
  readonly uses: readonly string[];
  /** Low, likely, high. */
  readonly estimate: readonly string[];
}

export function writtenAs(
  textOf: (tag: string) => string,
  { links, uses, estimate }: Lists,
): Written {
  const own = watched.map((tag) => [tag, textOf(tag)] as const).filter(([, text]) => text !== '');
  return {
    ...Object.fromEntries(own),
    ...{ links: links.join(' '), uses: uses.toSorted().join('; '), estimate: estimate.join(' ') },
  };
}

export const linkWritten = (uid: unknown, type: unknown, lag: unknown, format: unknown): string =>
  [uid, type, lag, format].join(':');

export const useWritten = (role: string, units: number): string => `${role} ${units}`;

/** Characters that tools drop or change are written as their numbers. */
const exactJson = (value: object): string =>
  JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u00a0\uFFFE\uFFFF]/gu, (char) =>
    [...Array(char.length).keys()]
      .map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );

export const notesText = ({ words, record }: Carried, as: Written): string =>
  `${words}\n\n${MARK}${exactJson({ ...record, as })}`;

export interface NotesRead {
  readonly words: string;
  /** The JSON of the record; undefined where there is none. */
  readonly record?: string;
}

/** The notes again, apart. */
export function readNotes(notes: string): NotesRead {
  const at = notes.lastIndexOf(`${MARK}{`);
  if (at === -1 || (at > 0 && !/[\r\n]/.test(notes[at - 1] ?? ''))) return { words: notes.trim() };
  const record = notes.slice(at + MARK.length).trim();
  return { words: notes.slice(0, at).trim(), record };
}
