// What was found wrong in a file that was taken in, as a page for people.
import { clip } from '../document/clip.ts';
import type { ImportReport } from './import-plan.ts';

const line = (text: string): string => clip(text, 1_000).replace(/([\\`*_{}[\]<>|#])/g, '\\$1');

function scheduleLines({ schedule }: ImportReport): string[] {
  const { days, waterfall_days: inARow, days_saved: saved, stated_days: stated } = schedule;
  const less = saved > 0 ? `${saved} days less` : 'no less';
  return [
    `- ${days} days from the first to the last, ${less} than one task after the other (${inARow} days).`,
    ...(stated === undefined ? [] : [`- The file's own schedule takes ${stated} days.`]),
  ];
}

function defectLines({ defects }: ImportReport): string[] {
  if (defects.length === 0) return ['Nothing was wrong with the file.'];
  const groups = Map.groupBy(defects, ({ kind }) => kind);
  return [...groups].flatMap(([kind, all]) => [
    `### ${line(kind.replaceAll('_', ' '))} (${all.length})`,
    '',
    ...all.map(({ where, detail, repaired }) => {
      const place = where === '' ? '' : `${line(where)}: `;
      return `- ${place}${line(detail)} ${repaired ? '(repaired)' : '(left as it is)'}`;
    }),
    '',
  ]);
}

export function importReportMarkdown(report: ImportReport): string {
  const { title, format, tasks, dependencies, defects, notes } = report;
  const repaired = defects.filter((defect) => defect.repaired).length;
  return [
    `# Taken in: ${line(title)}`,
    '',
    `Format: ${format}. ${tasks} tasks, ${dependencies} dependencies; ${defects.length} defects, ${repaired} of them repaired.`,
    '',
    '## Schedule',
    '',
    ...scheduleLines(report),
    '',
    '## Defects',
    '',
    ...defectLines(report),
    ...(notes.length === 0 ? [] : ['', '## Notes', '', ...notes.map((note) => `- ${line(note)}`)]),
    '',
  ].join('\n');
}
