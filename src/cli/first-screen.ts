// A plan on one screen: verdict, dates, money, the next day, the main risks and the phases. The rest is
// one more command away.
import type { Plan } from '../contract/plan.ts';
import { datesAndMoney, verdictLines } from './plan-result.ts';
import { safeText } from './safe-text.ts';
import { wrapped } from './wrap.ts';

const shown = 3;
const weight = { low: 1, medium: 2, high: 3 } as const;

const dueRisks = ({ risks }: Plan) =>
  [...risks]
    .sort(
      (a, b) => weight[b.likelihood] * weight[b.impact] - weight[a.likelihood] * weight[a.impact],
    )
    .slice(0, shown);

function riskLines(plan: Plan, width: number): string[] {
  const lines = dueRisks(plan).flatMap(({ title, description, likelihood, impact, mitigation }) => [
    ...wrapped(
      `- ${safeText(title ?? description, 200)} (${likelihood}, ${impact} impact)`,
      ...([width, '  ', '  '] as const),
    ),
    ...wrapped(safeText(mitigation, 300), width, '    '),
  ]);
  return lines.length > 0 ? ['', 'Main risks', ...lines] : [];
}

/** Where a plan has no list of its own: what begins first. */
function firstActions({ first_24_hours: actions, phases }: Plan): string[] {
  if (actions && actions.length > 0) {
    return actions.map(({ action, who, minutes }) => `${action} (${who}, ${minutes} min)`);
  }
  const tasks = phases.flatMap((phase) => phase.tasks);
  return [...tasks]
    .sort((a, b) => (a.start_date < b.start_date ? -1 : a.start_date > b.start_date ? 1 : 0))
    .slice(0, shown)
    .map(({ title, assignee_role, start_date }) => `${title} (${assignee_role}, ${start_date})`);
}

function actionLines(plan: Plan, width: number): string[] {
  const title = plan.first_24_hours?.length ? 'The next 24 hours' : 'What comes first';
  const lines = firstActions(plan).flatMap((action, index) =>
    wrapped(`${index + 1}. ${safeText(action, 400)}`, width, '  ', '   '),
  );
  return lines.length > 0 ? ['', title, ...lines] : [];
}

const phaseLines = ({ phases }: Plan, width: number): string[] => [
  '',
  'Phases',
  ...phases.flatMap(({ name, start_date, finish_date, tasks }, index) =>
    wrapped(
      `${index + 1}. ${safeText(name, 120)}: ${start_date} to ${finish_date}, ${tasks.length} ${tasks.length === 1 ? 'task' : 'tasks'}`,
      width,
      '  ',
      '   ',
    ),
  ),
];

const partsLine = ({ plan_id }: Plan): string =>
  `More: planwright read ${plan_id} report | tasks | schedule | risks | assumptions | costs | gates | usage`;

export function firstScreen(plan: Plan, width: number, more = [partsLine(plan)]): string {
  return [
    safeText(plan.title, 200),
    ...verdictLines(plan).flatMap((line) => wrapped(line, width)),
    ...datesAndMoney(plan).flatMap((line) => wrapped(line, width)),
    '',
    ...wrapped(safeText(plan.summary, 2_000), width),
    ...actionLines(plan, width),
    ...riskLines(plan, width),
    ...phaseLines(plan, width),
    '',
    ...more,
    '',
  ].join('\n');
}
