// For a reader with two minutes: verdict, goal, what is asked of the reader, dates, money, three
// risks, the first day. What is likely stands before what was planned.
import { filled } from '../reading/labels.ts';
import { shortName } from '../reading/names.ts';
import { rareRisk } from '../reading/rare-risk.ts';
import { bare, ended, tidy, unreferenced } from '../reading/sentences.ts';
import {
  budgetHeld,
  deadlineHeld,
  deadlineOdds,
  type FirstAction,
  firstActions,
  firstStop,
  type Held,
  isLucky,
  rankedRisks,
  type Standing,
} from '../reading/two-minutes.ts';
import { clipped, type Words } from '../reading/words.ts';
import { html, type Markup, nothing, type Part } from './markup.ts';
import { badge, type Context, linkTo } from './parts.ts';

const GOAL_LENGTH = 280;
const ASK_LENGTH = 190;
const ACTION_LENGTH = 130;
const MOST_ACTIONS = 5;

/** Whether the first screen has no room for all of the first day. */
export const isFirstDayCut = (actions: readonly FirstAction[]): boolean =>
  actions.length > MOST_ACTIONS || actions.some(({ action }) => action.length > ACTION_LENGTH);

export function firstScreen(context: Context): Markup {
  const { plan, words } = context;
  const { labels } = words;
  return html`<header class="first">
<h1>${plan.title}</h1>
${isByRules(plan) && noticeMarkup(context)}
${verdictMarkup(context)}
<p class="goal"><strong>${labels.goal}.</strong> ${clipped(plan.charter?.goal ?? plan.goal, GOAL_LENGTH)} <a href="#goal">${labels.allOfIt}</a>${way(context)}</p>
${asks(context)}
<div class="cards">
${dates(context)}
${money(context)}
${risks(context)}
${firstDay(context)}
</div>
${!isByRules(plan) && noticeMarkup(context)}
</header>
`;
}

/** Who reads what rules say should know it from the first line on. */
const isByRules = ({ brain, stand_ins: all = [] }: Context['plan']): boolean =>
  brain === 'offline' || all.length > 0;

const noticeMarkup = (context: Context): Markup =>
  html`<p class="notice${isByRules(context.plan) && ' rules'}">${context.plan.notice}${followed(context)} <a href="#making">${context.words.labels.made}</a></p>`;

/** Which playbook was followed, and why, where one was. */
const followed = ({ plan: { playbook } }: Context): string =>
  playbook.name === 'none' ? '' : ` ${playbook.why}`;

function way({ plan: { scenarios = [], choice }, words }: Context): Markup {
  const chosen = scenarios.find(({ id }) => id === choice?.chosen);
  if (chosen === undefined) return nothing;
  return html`<br><strong>${words.labels.way}.</strong> <a href="#${chosen.id}">${chosen.name}</a>`;
}

const tones = { go: 'good', go_with_conditions: 'poor', no_go: 'bad' } as const;

function verdictMarkup({ plan: { verdict }, words: { labels } }: Context): Markup {
  if (verdict === undefined) return nothing;
  const said = { go: labels.go, go_with_conditions: labels.goIf, no_go: labels.noGo };
  const count = verdict.conditions.length;
  return html`<p class="verdict ${tones[verdict.decision]}"><strong>${said[verdict.decision]}.</strong> ${ended(verdict.reason)}${
    count > 0 && html` <a href="#gates">${filled(labels.conditions, String(count))}</a>`
  }</p>`;
}

/** What the reader is asked: the decision, the first stop, the question that matters most. */
function asks(context: Context): Markup {
  const { plan, words } = context;
  const { executive_summary: summary, open_questions: open } = plan;
  const { labels } = words;
  const told = [
    summary && ask('summary', labels.decide, brief(summary.decision_needed)),
    stopMarkup(context),
    open[0] && ask('open-questions', labels.question, brief(open[0])),
  ].filter((one) => one !== undefined && one !== '');
  return told.length === 0 ? nothing : html`<dl class="asks">${told}</dl>`;
}

const brief = (text: string, most = ASK_LENGTH): string => clipped(unreferenced(tidy(text)), most);

const ask = (anchor: string, term: string, says: Part): Markup =>
  html`<div><dt><a href="#${anchor}">${term}</a></dt><dd>${says}</dd></div>`;

function stopMarkup({ plan, words }: Context): Markup | undefined {
  const stop = firstStop(plan);
  if (stop === null) return undefined;
  const { by, what, otherwise, anchor } = stop;
  const { labels } = words;
  if (by === null) return ask(anchor, labels.stopWhen, brief(what));
  const short = (text: string): string => brief(text, Math.round(ASK_LENGTH * 0.55));
  return ask(
    anchor,
    `${labels.firstStop}, ${words.day(by)}`,
    html`${ended(short(what))} <span class="muted">${labels.otherwise}: ${short(otherwise)}</span>`,
  );
}

const held = ({ standing, says }: Held): Markup =>
  html`<p class="held ${standing}">${icons[standing]} ${says}</p>`;

/** A shape beside the color. */
const icons: Readonly<Record<Standing, Markup>> = {
  good: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M3 8.5l3.2 3.2L13 5"/></svg>`,
  poor: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M8 2.5l6 11H2zM8 7v3M8 12v.2"/></svg>`,
  bad: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M4 4l8 8M12 4l-8 8"/></svg>`,
  open: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="5"/></svg>`,
};

const big = (pairs: readonly (readonly [Part, Part] | false)[]): Markup =>
  html`<dl class="big">${pairs.map((pair) => pair && html`<div><dt>${pair[0]}</dt><dd>${pair[1]}</dd></div>`)}</dl>`;

const withOdds = (label: string, odds: number | null, words: Words): string =>
  odds === null ? label : `${label} (${words.odds(odds)})`;

function dates({ plan, words }: Context): Markup {
  const { labels, day } = words;
  const { deadline, simulation } = plan.schedule;
  const likely = (instant: string): Markup => html`<a href="#odds">${day(instant)}</a>`;
  const planned = html`<a href="#schedule">${day(plan.finish_date)}</a>`;
  return html`<section class="card"><h2><a href="#schedule">${labels.dates}</a></h2>
${big([
  simulation !== undefined && [labels.half, likely(simulation.finish.p50)],
  simulation !== undefined && [labels.most, likely(simulation.finish.p80)],
  deadline !== null && [withOdds(labels.deadline, deadlineOdds(plan), words), day(deadline)],
])}
<dl class="big${simulation !== undefined && ' lesser'}"><div><dt>${labels.start}</dt><dd>${day(plan.start_date)}</dd></div><div><dt>${isLucky(plan) ? labels.lucky : labels.planned}</dt><dd>${planned}</dd></div></dl>
${held(deadlineHeld(plan, words))}</section>`;
}

function money(context: Context): Markup {
  const { plan, words } = context;
  const { labels, amount, amountRange } = words;
  const { base, currency, budget } = plan.costs;
  const { cost, odds } = plan.schedule.simulation ?? { cost: null, odds: { budget: null } };
  return html`<section class="card"><h2><a href="#costs">${labels.money}</a></h2>
${big([
  [labels.base, html`<a href="#costs">${amount(base, currency)}</a>`],
  cost !== null && [labels.mostCost, html`<a href="#cost-odds">${amount(cost.p80, currency)}</a>`],
  budget !== null && [withOdds(labels.budget, odds.budget, words), amount(budget, currency)],
])}
<dl class="big lesser">${cost !== null && html`<div><dt>${labels.range}</dt><dd>${amountRange(cost.p10, cost.p90, currency)}</dd></div>`}${budget !== null && html`<div><dt>${labels.left}</dt><dd>${amount(budget - base, currency)}</dd></div>`}</dl>
${rareRiskMarkup(context)}
${held(budgetHeld(plan, words))}</section>`;
}

/** Why the expected cost is above what four of five runs cost. */
function rareRiskMarkup(context: Context): Markup {
  const { labels } = context.words;
  const risk = rareRisk(context.plan);
  if (risk === null) return nothing;
  const [before = '', after = ''] = labels.rareRisk.split('{0}');
  const name = bare(risk.title ?? clipped(risk.description, ASK_LENGTH));
  return html`<p class="rare">${before}${linkTo(context, risk.risk_id, name)}${after}</p>`;
}

function risks(context: Context): Markup {
  const top = rankedRisks(context.plan).slice(0, 3);
  if (top.length === 0) return nothing;
  const { labels } = context.words;
  return html`<section class="card"><h2><a href="#risks">${labels.risks}</a></h2>
<ol class="lines">${top.map(
    (risk) =>
      html`<li>${linkTo(context, risk.risk_id, bare(risk.title ?? clipped(risk.description, 120)))} ${badge(risk.impact === 'high' ? 'bad' : 'poor', filled(labels.weight, labels[risk.likelihood], labels[risk.impact]))}<br><span class="muted">${clipped(tidy(risk.mitigation), 120)}</span></li>`,
  )}</ol></section>`;
}

function firstDay(context: Context): Markup {
  const actions = firstActions(context.plan);
  if (actions.length === 0) return nothing;
  const { labels } = context.words;
  const rest = Math.max(0, actions.length - MOST_ACTIONS);
  return html`<section class="card"><h2 id="first-day">${isFirstDayCut(actions) ? html`<a href="#first-actions">${labels.firstDay}</a>` : labels.firstDay}</h2>
<ol class="lines">${actions.slice(0, MOST_ACTIONS).map((one) => html`<li>${actionMarkup(context, one, ACTION_LENGTH)}</li>`)}</ol>
${rest > 0 && html`<p class="more"><a href="#first-actions">${filled(labels.more, String(rest))}</a></p>`}</section>`;
}

export const actionMarkup = (
  context: Context,
  { action, who, task, minutes }: FirstAction,
  most = Number.POSITIVE_INFINITY,
): Markup =>
  html`${tidy(clipped(action, most))} <span class="muted">${who}${minutes !== null && `, ${minutes} min`}${task !== '' && html`, ${linkTo(context, task, taskLabel(context, task))}`}</span>`;

const taskLabel = ({ names, words }: Context, task: string): string =>
  names.taskOf(task) === undefined ? task : `${words.labels.task}\u00a0${shortName(task)}`;
