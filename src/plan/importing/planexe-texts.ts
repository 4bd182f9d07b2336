// Goal, risks, assumptions and strengths of a PlanExe plan, as far as a plan of ours has places for them.
import { dayOfIsoDate } from '../../schedule/time/civil.ts';
import { fieldsOf, levelIn, textIn, textsIn } from './fields.ts';
import type { ImportDefect, ImportedRisk } from './imported-plan.ts';
import type { PlanexeFiles } from './planexe-files.ts';

/** Lines between one heading and the next. */
function blocks(text: string, isHeading: (line: string) => boolean): string[][] {
  const found: string[][] = [];
  for (const line of text.split('\n')) {
    if (isHeading(line)) found.push([line]);
    else found.at(-1)?.push(line);
  }
  return found;
}

/** What stands behind **Name:** at the beginning of a line. */
function named(lines: readonly string[], name: string): string | undefined {
  const start = `**${name}:**`;
  const line = lines.find((candidate) => candidate.startsWith(start));
  return textIn(line?.slice(start.length));
}

const withText = <Key extends string>(key: Key, value: string | undefined) =>
  (value === undefined ? {} : { [key]: value }) as Partial<Record<Key, string>>;

function riskOf([heading = '', ...lines]: readonly string[]): ImportedRisk[] {
  const description = lines.find((line) => line.trim() !== '' && !line.startsWith('**'));
  if (description === undefined) return [];
  const title = heading.split(' - ').slice(1).join(' - ').trim();
  const [likelihood, impact] = ['Likelihood', 'Severity'].map((name) =>
    levelIn(named(lines, name)),
  );
  return [
    {
      ...(title === '' ? {} : { title }),
      description: description.trim(),
      ...(likelihood ? { likelihood } : {}),
      ...(impact ? { impact } : {}),
      ...withText('effect', named(lines, 'Impact')),
      ...withText('mitigation', named(lines, 'Action')),
    },
  ];
}

/** The first generation lists its risks in the project plan. */
function oldRisks(files: PlanexeFiles): ImportedRisk[] {
  const plan = fieldsOf(files.json('project_plan.json'));
  const about = fieldsOf(plan.risk_assessment_and_mitigation_strategies);
  const actions = textsIn(about.mitigation_plans ?? about.mitigation_strategies);
  const risks = [...textsIn(about.key_risks), ...textsIn(about.diverse_risks)];
  return risks.map((description, index) => ({
    description,
    ...withText('mitigation', actions[index]),
  }));
}

export function planexeRisks(files: PlanexeFiles): ImportedRisk[] {
  const text = files.text('identify_risks.md');
  if (text === undefined) return oldRisks(files);
  return blocks(text, (line) => /^## Risk \d/.test(line)).flatMap(riskOf);
}

const bullets = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => (line.startsWith('- ') ? (textIn(line.slice(2)) ?? []) : []));

export function planexeAssumptions(files: PlanexeFiles): string[] {
  const text = files.text('distill_assumptions.md');
  if (text !== undefined) return bullets(text.split('\n'));
  return textsIn(fieldsOf(files.json('distill_assumptions.json')).assumption_list);
}

export const swotParts = ['strengths', 'weaknesses', 'opportunities', 'threats'] as const;
export type Swot = Readonly<Record<(typeof swotParts)[number], readonly string[]>>;

export function planexeSwot(files: PlanexeFiles): Swot {
  const parts = blocks(files.text('swot_analysis.md') ?? '', (line) => line.startsWith('## '));
  const linesOf = (part: string): string[] =>
    bullets(parts.find(([heading = '']) => heading.slice(3).toLowerCase().startsWith(part)) ?? []);
  return {
    strengths: linesOf('strengths'),
    weaknesses: linesOf('weaknesses'),
    opportunities: linesOf('opportunities'),
    threats: linesOf('threats'),
  };
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** "Today's date:" with a day as 2025-Feb-09 below it. */
function dateInGoal(text: string): string | undefined {
  const [, year, name, day] = /Today's date:\s{1,5}(\d{4})-([A-Za-z]{3})-(\d\d)\b/.exec(text) ?? [];
  const month = months.indexOf(name?.toLowerCase() ?? '') + 1;
  return month === 0 ? undefined : `${year}-${String(month).padStart(2, '0')}-${day}`;
}

/** What stands before the line with the date. */
function wordsOfGoal(text: string): string | undefined {
  const lines = text.split('\n');
  const end = lines.findIndex((line, at) => at > 0 && line.trimStart().startsWith("Today's date:"));
  const words = end < 0 ? lines : lines.slice(0, end);
  return textIn(words.join('\n').replace(/^Plan:\s/, ''));
}

const noDate = (where: string, date: string): ImportDefect => ({
  ...{ kind: 'unreadable_date', where, repaired: true },
  detail: `It begins on ${date.slice(0, 20)}, which is no date; that was left out.`,
});

export interface PlanexeGoal {
  readonly goal?: string;
  readonly startDate?: string;
}

export function planexeGoal(files: PlanexeFiles, defects: ImportDefect[]): PlanexeGoal {
  const text = files.text('plan.txt') ?? '';
  const { server_iso_utc } = fieldsOf(files.json('start_time.json'));
  const dates = [
    ['plan.txt', dateInGoal(text)],
    ['start_time.json', textIn(server_iso_utc)?.slice(0, 10)],
  ] as const;
  const goal = wordsOfGoal(text);
  let startDate: string | undefined;
  for (const [where, date] of dates) {
    if (date === undefined) continue;
    if (dayOfIsoDate(date) === null) defects.push(noDate(where, date));
    else startDate ??= date;
  }
  return {
    ...(goal === undefined ? {} : { goal }),
    ...(startDate === undefined ? {} : { startDate }),
  };
}
