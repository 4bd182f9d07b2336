// The length of a report, whole and by the rows of section-rows.ts.
import type { HtmlSection } from './html-text.ts';
import type { PlanMeasures } from './measures.ts';
import { type SectionRow, sectionRows } from './section-rows.ts';
import { countWords, repeatedShare } from './words.ts';

export const noReport: PlanMeasures['words'] = { total: null, bySection: null, repeated: null };

export function reportWords(
  whole: string,
  sections: readonly HtmlSection[],
  keysOf: (row: SectionRow) => readonly string[],
): PlanMeasures['words'] {
  const rows = sectionRows.flatMap((row) => {
    const own = sections.filter(({ key }) => keysOf(row).includes(key));
    const words = own.reduce((sum, { text }) => sum + countWords(text), 0);
    return own.length === 0 ? [] : [[row.title, words] as const];
  });
  return {
    total: countWords(whole),
    bySection: Object.fromEntries(rows),
    repeated: repeatedShare(whole),
  };
}
