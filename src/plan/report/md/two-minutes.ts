// The first lines of report.md: the same answers as on the first screen of report.html.
import type { Plan } from '../../../contract/plan.ts';
import { whyNoDeadline } from '../../deadline-words.ts';
import { filled } from '../reading/labels.ts';
import { rareRisk } from '../reading/rare-risk.ts';
import { bare, ended } from '../reading/sentences.ts';
import {
  budgetHeld,
  confidenceOf,
  deadlineOdds,
  firstActions,
  firstStop,
  isLucky,
  rankedRisks,
} from '../reading/two-minutes.ts';
import { amount, clipped, counted, english, oddsOf } from '../reading/words.ts';
import { labeled, safe, section, together } from './pieces.ts';

const STOP_LENGTH = 100;
const ACTION_LENGTH = 110;

const decisions = {
  go: 'Go',
  go_with_conditions: 'Go, with conditions',
  no_go: 'Do not start',
} as const;

export function twoMinutes(plan: Plan): string {
  return section(
    'In two minutes',
    [
      verdictLine(plan),
      `- **Dates:** ${datesText(plan)} (${deadlineText(plan)})`,
      `- **Money:** ${moneyText(plan)}`,
      wayLine(plan),
      stopLine(plan),
      '- **Biggest risks:**',
      ...rankedRisks(plan).slice(0, 3).map(riskLine),
      '- **Next 24 hours:**',
      ...firstActions(plan).map(
        ({ action, who, task, minutes }) =>
          `  - ${safe(action)} (${together([safe(who), minutes !== null && counted(minutes, 'minute'), task !== '' && safe(task)], ', ')})`,
      ),
    ]
      .filter((line) => line !== '')
      .join('\n'),
  );
}

/** What is likely before what was planned. */
function datesText(plan: Plan): string {
  const { start_date: start, finish_date: finish, schedule } = plan;
  const { simulation } = schedule;
  if (simulation === undefined) return `${start} to ${finish}`;
  const { p50, p80 } = simulation.finish;
  const likely = `half of the runs end by ${p50.slice(0, 10)}, four of five by ${p80.slice(0, 10)}`;
  const lucky = isLucky(plan) ? ' if nothing goes wrong' : '';
  return `start ${start}; ${likely}; planned ${finish}${lucky}`;
}

function stopLine(plan: Plan): string {
  const stop = firstStop(plan);
  if (stop === null || stop.by === null) return '';
  const { by, what, otherwise, anchor } = stop;
  const { firstStop: label, otherwise: ifNot } = english.labels;
  return `- ${labeled(label, `${by}, ${anchor}: ${safe(ended(clipped(what, STOP_LENGTH)))} ${ifNot}: ${safe(ended(clipped(otherwise, STOP_LENGTH)))}`)}`;
}

const wayLine = ({ scenarios = [], choice }: Plan): string => {
  const chosen = scenarios.find(({ id }) => id === choice?.chosen);
  return chosen === undefined ? '' : `- ${labeled('Way chosen', safe(ended(chosen.name)))}`;
};

function verdictLine({ verdict }: Plan): string {
  if (verdict === undefined) return '';
  const conditions = verdict.conditions.map((one) => `  - ${safe(one)}`);
  const line = `- ${labeled('Verdict', `${decisions[verdict.decision]}. ${safe(verdict.reason)}`)}`;
  return [line, ...conditions].join('\n');
}

const riskLine = ({ title, description, mitigation, ...risk }: Plan['risks'][number]) =>
  `  - ${safe(risk.risk_id)} ${safe(bare(title ?? description))} (${risk.probability === undefined ? risk.likelihood : oddsOf(risk.probability)}, ${risk.impact} impact): ${safe(clipped(mitigation, ACTION_LENGTH))}`;

function deadlineText(plan: Plan): string {
  const { schedule, facts, start_date, finish_date } = plan;
  const { deadline, meets_deadline } = schedule;
  if (deadline === null) return safe(whyNoDeadline(facts, start_date) || 'no deadline was given');
  const odds = deadlineOdds(plan);
  const held =
    odds === null
      ? ''
      : `; it holds in ${oddsOf(odds)} simulated runs${odds < confidenceOf(plan) ? `, ${oddsOf(confidenceOf(plan))} are wanted` : ''}`;
  if (meets_deadline === false) return `deadline ${deadline}: **missed**${held}`;
  const after = finish_date > deadline ? `; what follows it ends ${finish_date}` : '';
  const only = odds !== null && odds < confidenceOf(plan) ? ' by the planned date only' : '';
  return `deadline ${deadline}: kept${only}${after}${held}`;
}

function moneyText(plan: Plan): string {
  const { base, currency, budget, note } = plan.costs;
  const cost = plan.schedule.simulation?.cost;
  const range = cost
    ? `${amount(base, currency)} planned, with risks on average; ${amount(cost.p80, currency)} in four of five runs; eight of ten cost ${english.amountRange(cost.p10, cost.p90, currency)}`
    : amount(base, currency);
  const held =
    budget === null ? '' : `Budget ${amount(budget, currency)}: ${budgetHeld(plan).says}`;
  const rare = rareRisk(plan);
  const why =
    rare &&
    filled(
      english.labels.rareRisk,
      `${safe(rare.risk_id)} ${safe(bare(rare.title ?? rare.description))}`,
    );
  return together([`${range}.`, why ?? '', held, safe(note)]);
}
