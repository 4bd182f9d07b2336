// A file that somebody brings: which kinds are taken, and what its import found, in words.
import type { planImportOutput } from '../../../src/contract/plan-import.ts';
import { plural } from '../text/words.ts';

/** What the server answers to an import. */
export type Imported = (typeof planImportOutput)['_zod']['output'];

/** The server tells them apart by their content; this is for the file picker. */
const endings = ['zip', 'json', 'xml', 'csv'];
export const importKinds = endings.map((ending) => `.${ending}`).join(',');
const maxImportBytes = 32 * 1024 * 1024;

const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** Empty where it can be sent. */
export function importObjection(file: { readonly name: string; readonly size: number }): string {
  if (!endings.includes(endingOf(file.name))) {
    return `${file.name} is no zip, json, xml or csv. Choose the file that your tool exports.`;
  }
  if (file.size === 0) return `${file.name} is empty.`;
  if (file.size > maxImportBytes) return `${file.name} is larger than 32 MiB, which is the limit.`;
  return '';
}

type Told = Pick<Imported, 'tasks' | 'dependencies' | 'defects' | 'defect_count' | 'schedule'>;

export function importSummary(taken: Told): string {
  const parts = [
    plural(taken.tasks, 'task'),
    plural(taken.dependencies, 'dependency', 'dependencies'),
    defectWords(taken),
    ...savedWords(taken.schedule),
  ];
  return `${parts.join(' · ')}.`;
}

/** The list may be shorter than what was found: then only the whole is counted. */
function defectWords({ defects, defect_count: count }: Told): string {
  if (count === 0) return 'no defects';
  const repaired = defects.filter((defect) => defect.repaired).length;
  return count > defects.length
    ? plural(count, 'defect')
    : `${plural(count, 'defect')}, ${repaired} repaired`;
}

/** Against one task after the other, by the same calendars. */
function savedWords(schedule: Told['schedule']): string[] {
  if (schedule === null) return [];
  const { days, days_saved: saved } = schedule;
  const now = plural(days, 'day');
  return saved > 0 ? [`${now}, ${plural(saved, 'day')} less than one task after the other`] : [now];
}
