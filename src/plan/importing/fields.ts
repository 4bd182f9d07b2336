// Reading values of foreign JSON: whatever is not of the wished kind is not there.

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** One line or many, without ends of white space; undefined where there is nothing in it. */
export function textIn(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  const trimmed = text.toWellFormed().trim();
  return trimmed === '' ? undefined : trimmed;
}

export const textsIn = (value: unknown): string[] =>
  listOf(value).flatMap((item) => textIn(item) ?? []);

export const numberIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

const levels = ['low', 'medium', 'high'] as const;

/** The first of the three words that stands in it. */
export function levelIn(value: unknown): (typeof levels)[number] | undefined {
  const text = textIn(value)?.toLowerCase() ?? '';
  if (/critical|urgent|highest/.test(text)) return 'high';
  return levels.find((level) => text.includes(level));
}
