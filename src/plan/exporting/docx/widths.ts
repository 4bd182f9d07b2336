// How wide the columns of a table are, in twentieths of a point: first room for the longest word of
// each, then what is left by how much text there is.

const TEXT_WIDTH = 9638;
/** Of a character in the size of tables, and of the margins of a cell. */
const CHARACTER = 105;
const MARGINS = 180;
const LONGEST_WORD = 16;
const LONGEST_TEXT = 60;

type Row = readonly string[];

const wordRoom = (texts: readonly string[]): number => {
  const words = texts.flatMap((text) => text.split(/\s+/)).map(({ length }) => length);
  return (
    MARGINS +
    CHARACTER * words.reduce((most, one) => Math.min(LONGEST_WORD, Math.max(most, one)), 2)
  );
};

const textRoom = (texts: readonly string[]): number =>
  texts.reduce((most, { length }) => Math.min(LONGEST_TEXT, Math.max(most, length)), 1);

export function widthsOf(rows: readonly Row[]): number[] {
  const count = rows.reduce((most, { length }) => Math.max(most, length), 1);
  const columns = Array.from({ length: count }, (_, column) =>
    rows.map((row) => row[column] ?? ''),
  );
  const least = columns.map(wordRoom);
  const wants = columns.map(textRoom);
  const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);
  const left = TEXT_WIDTH - sum(least);
  if (left < 0) return least.map((one) => Math.floor((one * TEXT_WIDTH) / sum(least)));
  return least.map((one, index) => one + Math.floor((left * (wants[index] ?? 0)) / sum(wants)));
}
