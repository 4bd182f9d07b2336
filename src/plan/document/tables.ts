// Risks and costs as CSV (RFC 4180), for spreadsheets.
import type { Plan } from '../../contract/plan.ts';
import type { CostLine } from '../../schedule/money/cost-lines.ts';
import { anyCurrency } from '../../schedule/money/currency.ts';
import { textCell } from '../../schedule/write/csv.ts';
import { amountOf } from './scheduled-plan.ts';

type Cell = string | number | undefined;

/** A number is written as it is; a text is kept from being taken for a formula. */
const cell = (value: Cell): string =>
  typeof value === 'number' ? String(value) : textCell(value ?? '');

const csv = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  `${[head.join(','), ...rows.map((row) => row.map(cell).join(','))].join('\r\n')}\r\n`;

export const risksCsv = ({ risks, costs }: Plan): string =>
  csv(
    [
      ...['id', 'title', 'description', 'cause', 'effect', 'likelihood', 'impact', 'probability'],
      ...['delay_hours', 'cost', 'currency', 'owner', 'trigger', 'mitigation', 'tasks'],
    ],
    risks.map((risk) => [
      ...[risk.risk_id, risk.title, risk.description, risk.cause, risk.effect],
      ...[risk.likelihood, risk.impact, risk.probability, risk.delay?.likely, risk.cost?.base],
      risk.cost ? (risk.cost.currency ?? costs.currency) : '',
      ...[risk.owner, risk.trigger, risk.mitigation, (risk.tasks ?? []).join(' ')],
    ]),
  );

const costHead = [
  ...['id', 'name', 'category', 'phase', 'task', 'low', 'base', 'high', 'currency'],
  ...['status', 'source'],
];

/** Lines are reckoned in whichever currency; a reader is told which one it is. */
const sourceOf = ({ source }: CostLine, currency: string): string =>
  source.replaceAll(new RegExp(`\\b${anyCurrency}\\b`, 'g'), currency);

function nameOf({ id, name, category }: CostLine, { risks }: Plan): string {
  if (category !== 'risk') return name;
  const risk = risks.find(({ risk_id }) => risk_id === id);
  return risk ? `Risk: ${risk.title ?? risk.description}` : name;
}

function lineRow(line: CostLine, plan: Plan): Cell[] {
  const { costs, cost_lines = [] } = plan;
  const stated = cost_lines.find(({ cost_id }) => cost_id === line.id);
  const status = stated?.status ?? (line.category === 'labor' ? 'derived' : '');
  return [
    ...[line.id, nameOf(line, plan), line.category, line.phase ?? '', line.task ?? ''],
    ...[amountOf(line.low), amountOf(line.base), amountOf(line.high), costs.currency],
    ...[status, stated?.source ?? sourceOf(line, costs.currency)],
  ];
}

/** What was stated, where the lines could not be computed. */
function statedRows({ phases, cost_lines = [], costs }: Plan): Cell[][] {
  const ofTasks = phases.flatMap(({ phase_id, tasks }) =>
    tasks.flatMap(({ task_id, title, cost }) =>
      cost === null
        ? []
        : [
            [
              ...[task_id, title, 'fixed', phase_id, task_id, cost.low, cost.base, cost.high],
              ...[cost.currency, '', cost.source],
            ],
          ],
    ),
  );
  const lines = cost_lines.map((line) => [
    ...[line.cost_id, line.name, 'purchase', '', line.task, line.low, line.base, line.high],
    ...[line.currency ?? costs.currency, line.status, line.source],
  ]);
  return [...ofTasks, ...lines];
}

/** With the sum in the last row, which is that of the plan. */
export function costsCsv(plan: Plan, lines: readonly CostLine[] | null): string {
  const rows = lines ? lines.map((line) => lineRow(line, plan)) : statedRows(plan);
  const { low, base, high, currency, note } = plan.costs;
  const total = ['total', 'Total', 'total', '', '', low, base, high, currency, '', note];
  return csv(costHead, [...rows, total]);
}
