// How a plan stood up to its red team, and how honestly it was defended. Minds supply findings,
// answers and rulings; the scores are arithmetic.
import type { z } from 'zod';
import type { redTeamSchema, rulings, stances } from '../contract/plan-critique.ts';
import { weightOf } from './findings.ts';
import type { AttackOutput, JudgeOutput, RebuttalOutput } from './outputs/critique.ts';

export type RedTeam = z.infer<typeof redTeamSchema>;
type Finding = RedTeam['findings'][number];
type Stance = (typeof stances)[number];
type Ruling = (typeof rulings)[number];

/** What of a finding stands after the ruling. */
const standing: Readonly<Record<Ruling, number>> = { sustained: 1, partly: 0.5, overruled: 0 };

/** How far an answer was borne out: giving in to what is overruled is as bad as denying what stands. */
const borneOut: Readonly<Record<Stance, Readonly<Record<Ruling, number>>>> = {
  defend: { sustained: 0, partly: 0.5, overruled: 1 },
  concede: { sustained: 1, partly: 0.5, overruled: 0 },
  revise: { sustained: 1, partly: 1, overruled: 0 },
};

/** Of 100, by the weight of the findings; 100 where there are none. */
function weighed(findings: readonly Finding[], share: (finding: Finding) => number): number {
  const all = findings.reduce((sum, finding) => sum + weightOf(finding), 0);
  if (all === 0) return 100;
  const sum = findings.reduce((so, finding) => so + weightOf(finding) * share(finding), 0);
  return Math.round((100 * sum) / all);
}

/** One that nobody ruled on stands. */
const resilienceOf = (findings: readonly Finding[]): number =>
  weighed(findings, ({ ruling }) => 1 - standing[ruling ?? 'sustained']);

const candorOf = (findings: readonly Finding[]): number =>
  weighed(
    findings.filter(({ stance, ruling }) => stance !== undefined && ruling !== undefined),
    ({ stance, ruling }) => borneOut[stance ?? 'defend'][ruling ?? 'sustained'],
  );

export function redTeamOf(
  attack: AttackOutput,
  rebuttal: RebuttalOutput | null,
  judge: JudgeOutput | null,
): RedTeam {
  const findings = attack.findings.map((finding): Finding => {
    const answer = rebuttal?.answers.find((one) => one.finding === finding.id);
    const ruled = judge?.rulings.find((one) => one.finding === finding.id);
    return {
      ...finding,
      ...(answer ? { stance: answer.stance, answer: answer.answer } : {}),
      ...(ruled ? { ruling: ruled.ruling, why: ruled.why } : {}),
    };
  });
  return { findings, resilience: resilienceOf(findings), candor: candorOf(findings) };
}
