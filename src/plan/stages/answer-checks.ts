// What code can see in the answer of a mind, whatever it is about: ids used twice, the same thing said
// twice, more than was asked for.

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s\p{P}]+/gu, ' ')
    .trim();

const repeated = (values: readonly string[]): number[] =>
  values.flatMap((value, at) => (values.indexOf(value) < at ? [at] : []));

/** Of the entries of one list, each by its place. */
export const sameIds = (list: string, ids: readonly string[]): string[] =>
  repeated(ids).map((at) => `${list}.${at}.id: ${ids[at]} is used twice; give it another id`);

export const sameTexts = (list: string, field: string, texts: readonly string[]): string[] =>
  repeated(texts.map(plain)).map(
    (at) => `${list}.${at}.${field}: says the same as an earlier entry; leave one of them out`,
  );

/** One or two more than asked for are no reason to ask again. */
export const tooMany = (list: string, count: number, most: number): string[] =>
  count > Math.ceil(most * 1.25)
    ? [`${list}: ${count} entries; keep the ${most} that matter most`]
    : [];

/** Numbers that must not fall. */
export const outOfOrder = (path: string, names: string, values: readonly number[]): string[] =>
  values.some((value, at) => value < (values[at - 1] ?? -Infinity))
    ? [`${path}: ${values.join(', ')} are not in the order ${names}`]
    : [];
