// Can the plan be carried out as dated? No ring, no loose end, nobody overbooked, and the deadline is
// kept at the odds that were asked for.
import type { Plan } from '../contract/plan.ts';
import type { GateFinding, GateResult } from '../contract/plan-gates.ts';
import { findingOf, gateResult, isFail } from './gate.ts';
import { linkFindings } from './schedule-links.ts';
import { loadFindings } from './schedule-load.ts';

export type SchedulePlan = Pick<
  Plan,
  'phases' | 'dependencies' | 'roles' | 'schedule' | 'confidence'
>;

const DEFAULT_CONFIDENCE = 0.8;

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** A graph that nobody can walk blocks; a date that is missed is for people to decide on. */
export function scheduleGate(plan: SchedulePlan): GateResult {
  const links = linkFindings(plan);
  const findings = [...links, ...deadlineFindings(plan), ...loadFindings(plan), ...lintOf(plan)];
  return gateResult('schedule', links.some(isFail) ? 'critical' : 'major', findings);
}

function deadlineFindings(plan: SchedulePlan): GateFinding[] {
  const { schedule, confidence = DEFAULT_CONFIDENCE } = plan;
  const { deadline, simulation, meets_deadline: meets } = schedule;
  if (deadline === null) return earlyFindings(schedule);
  const rule = `The deadline is kept in at least ${percent(confidence)} of the simulated runs.`;
  const place = { artifact: 'schedule', field: 'deadline', rule };
  const odds = simulation?.odds.deadline ?? null;
  if (odds === null) {
    const value = `${deadline}, planned end ${schedule.finish_date}`;
    if (meets === false) {
      return [
        findingOf('fail', { ...place, value, remedy: 'Shorten, overlap or cut, or move it.' }),
      ];
    }
    return [findingOf('warn', { ...place, value, remedy: 'Simulate the plan to know its odds.' })];
  }
  const own = (simulation?.milestones ?? []).filter((one) => (one.odds ?? 1) < confidence);
  return [
    ...(odds >= confidence
      ? []
      : [
          findingOf('fail', {
            ...place,
            value: `${deadline}: ${percent(odds)}`,
            remedy: 'Shorten, overlap or cut what is critical, or move the date.',
          }),
        ]),
    ...own.map(({ id, odds: share }) =>
      findingOf('fail', {
        ...place,
        field: id,
        value: percent(share ?? 0),
        remedy: 'Give it slack: begin what it waits for earlier, or move its date.',
      }),
    ),
  ];
}

/** Without a deadline people take the planned end for one. */
function earlyFindings({ finish_date, simulation }: SchedulePlan['schedule']): GateFinding[] {
  const [p10, p80] = [simulation?.finish.p10, simulation?.finish.p80].map((at) => at?.slice(0, 10));
  if (p10 === undefined || p80 === undefined || finish_date >= p10) return [];
  return [
    findingOf('warn', {
      ...{ artifact: 'schedule', field: 'finish_date' },
      value: `${finish_date}; one run in ten ends by ${p10}, eight in ten by ${p80}`,
      rule: 'The planned end is kept in at least one of ten simulated runs.',
      remedy: `Promise ${p80} instead, or take risk out of what is critical.`,
    }),
  ];
}

const lintOf = ({ schedule }: SchedulePlan): GateFinding[] =>
  (schedule.lint ?? [])
    .filter(({ severity }) => severity === 'error')
    .map(({ code, ids, message }) =>
      findingOf('fail', {
        artifact: 'schedule',
        field: code,
        value: ids.join(', '),
        rule: message,
        remedy: 'Mend it; `planwright schedule --repair` does it and says how.',
      }),
    );
