// When things happen: the chart, what decides the end, the odds, and what moves it most.
import type { PlanSimulation } from '../../../../contract/plan-schedule.ts';
import { calendarText } from '../../reading/calendar.ts';
import { ended } from '../../reading/sentences.ts';
import { deadlineHeld, deadlineOdds } from '../../reading/two-minutes.ts';
import { counted } from '../../reading/words.ts';
import { cashChart, spreadStrip } from '../charts.ts';
import { gantt } from '../gantt.ts';
import { html, joined, type Markup, nothing } from '../markup.ts';
import { type Context, facts, linked, linkTo, list, type Section, table, under } from '../parts.ts';

export function scheduleSection(context: Context): Section {
  const { schedule } = context.plan;
  const { simulation } = schedule;
  return {
    id: 'schedule',
    title: 'Schedule',
    digest: deadlineHeld(context.plan, context.words).says,
    body: html`${gantt(context.plan, context.words)}
<p>Working time: ${ended(calendarText(context.plan))}</p>
${under('Critical path', criticalPath(context), 'critical-path')}
${simulation && under('Odds', odds(context, simulation), 'odds')}
${simulation && under('What moves the end most', drivers(context, simulation), 'drivers')}
${under('Cash flow', cash(context), 'cash-flow')}
${under('Remarks of the scheduler', remarks(context))}`,
  };
}

function criticalPath(context: Context): Markup {
  const { critical_path: path } = context.plan.schedule;
  if (path.length === 0) return nothing;
  return html`<p>A delay of one of these delays the end: ${joined(
    path.map((id) => linkTo(context, id)),
    ' → ',
  )}.</p>`;
}

const minutes = (instant: string): number => Date.parse(instant) / 60_000;

function odds(context: Context, simulation: PlanSimulation): Markup {
  const { finish, runs } = simulation;
  const { deadline } = context.plan.schedule;
  const spread = {
    ...{ p10: minutes(finish.p10), p50: minutes(finish.p50) },
    ...{ p80: minutes(finish.p80), p90: minutes(finish.p90) },
  };
  const share = deadlineOdds(context.plan);
  return html`<p>Of ${counted(runs, 'simulated run')} with the spread of the estimates and the risks:</p>
${spreadStrip(spread, deadline === null ? null : { at: minutes(`${deadline}T23:59Z`), name: 'deadline' })}
${facts([
  ['One of ten ends by', context.words.day(finish.p10)],
  ['Half end by', context.words.day(finish.p50)],
  ['Four of five end by', context.words.day(finish.p80)],
  ['Nine of ten end by', context.words.day(finish.p90)],
  [
    'Deadline',
    deadline !== null &&
      `${context.words.day(deadline)}${share === null ? '' : `, holds in ${context.words.odds(share)}`}`,
  ],
])}
${milestones(context, simulation)}`;
}

function milestones(context: Context, { milestones: all }: PlanSimulation): Markup {
  const rows = all.map(({ id, finish, deadline, odds: share }) => ({
    cells: [
      linkTo(context, id, context.names.find(id)?.title),
      { shows: context.words.day(finish.p50), sort: finish.p50 },
      { shows: context.words.day(finish.p80), sort: finish.p80 },
      deadline === null ? '' : { shows: context.words.day(lastDay(deadline)), sort: deadline },
      share === null ? '' : { shows: context.words.odds(share), sort: share },
    ],
  }));
  const columns = [
    { head: 'Milestone', wide: true },
    { head: 'Half by' },
    { head: '80 of 100 by' },
    { head: 'Due' },
    { head: 'Odds', number: true },
  ];
  return table('Milestones', columns, rows);
}

/** Midnight still belongs to the day before. */
const lastDay = (instant: string): string =>
  /T00:00/.test(instant)
    ? new Date(Date.parse(instant.slice(0, 10)) - 86_400_000).toISOString()
    : instant;

const MOST_DRIVERS = 8;

type Driver = PlanSimulation['drivers'][number];

const daysOf = ({ swing_hours: hours }: Driver): number => Math.round(hours / 24);

/** What moves neither the end by a day nor the cost is no driver. */
const isFelt = (driver: Driver): boolean => daysOf(driver) > 0 || driver.cost_swing > 0;

const swingText = (driver: Driver): string =>
  daysOf(driver) <= 0 ? 'too small to tell' : counted(daysOf(driver), 'day');

function drivers(context: Context, { drivers: all }: PlanSimulation): Markup {
  const { currency } = context.plan.costs;
  const rows = all
    .filter(isFelt)
    .slice(0, MOST_DRIVERS)
    .map((driver) => ({
      cells: [
        html`${linkTo(context, driver.id)} ${context.names.find(driver.id)?.title}`,
        { shows: swingText(driver), sort: driver.swing_hours },
        driver.cost_swing <= 0
          ? ''
          : { shows: context.words.amount(driver.cost_swing, currency), sort: driver.cost_swing },
      ],
    }));
  const columns = [
    { head: 'Risk or task', wide: true },
    { head: 'From good to bad', number: true },
    { head: 'Of the cost', number: true },
  ];
  return table('What moves the end most', columns, rows);
}

function cash({ plan, words }: Context): Markup {
  const { cash_flow: flow = [], cost } = plan.schedule;
  return flow.length === 0
    ? nothing
    : cashChart(flow, cost?.currency ?? plan.costs.currency, words);
}

/** The odds of deadline and budget are said above, and hints are for those who write plans. */
const saidAbove: ReadonlySet<string> = new Set(['deadline_at_risk', 'budget_at_risk']);

function remarks(context: Context): Markup {
  const { lint = [] } = context.plan.schedule;
  return list(
    lint
      .filter(({ severity, code }) => severity !== 'hint' && !saidAbove.has(code))
      .slice(0, 20)
      .map(({ message }) => linked(context, message)),
  );
}
