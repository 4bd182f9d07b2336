// Whether each directive was kept. Where code can check one (a date, an amount, words that must not
// occur), code decides, and overrules what a mind has said.

import type { z } from 'zod';
import { stopped } from '../../base/sentences.ts';
import type { Plan } from '../../contract/plan.ts';
import type { adherenceSchema } from '../../contract/plan-closing.ts';
import type { Directive } from '../../contract/plan-direction.ts';
import type { GateFinding } from '../../contract/plan-gates.ts';
import { directivesGate } from '../../gates/directives.ts';
import { doneTexts } from '../../gates/done-texts.ts';
import {
  isLikely,
  type Likely,
  likelyTotals,
  percentText,
  usualConfidence,
} from '../../gates/likely-totals.ts';
import type { AdherenceOutput } from '../outputs/closing.ts';
import { clip } from './clip.ts';

type Adherence = z.infer<typeof adherenceSchema>;
type Judged = Pick<Plan, 'start_date' | 'finish_date' | 'costs' | 'phases' | 'schedule'> &
  Partial<Pick<Plan, 'charter' | 'cost_lines' | 'roles' | 'confidence'>>;

/** As a part of a sentence; nothing where it was not simulated. */
const grouped = (amount: number): string => Math.round(amount).toLocaleString('en-US');

function oddsText<Value extends string | number>(
  limit: Value,
  likely: Likely<Value> | undefined,
  confidence: number,
): string {
  if (!likely || isLikely(limit, likely, confidence) === null) return '';
  const { odds, limit: simulated } = likely;
  const share = odds !== null && simulated === limit ? odds : confidence;
  const told = typeof limit === 'number' ? grouped(limit) : limit;
  return `, and ${told} holds in ${share === confidence ? 'at least ' : ''}${percentText(share)} of simulated runs`;
}

/** Where code has looked, and what it saw there. */
function seenAt({ limit }: Directive, plan: Judged): { where: string; why: string } | null {
  const { base, currency } = plan.costs;
  const likely = likelyTotals(plan);
  const confidence = likely?.confidence ?? usualConfidence;
  switch (limit?.of) {
    case 'finish': {
      const odds = oddsText(limit.latest, likely?.finish, confidence);
      return { where: 'schedule: finish_date', why: `It ends on ${plan.finish_date}${odds}.` };
    }
    case 'start':
      return { where: 'schedule: start_date', why: `It starts on ${plan.start_date}.` };
    case 'cost': {
      if (limit.currency !== currency) return null;
      const odds = oddsText(limit.most, likely?.cost, confidence);
      return { where: 'costs: base', why: `It costs ${currency} ${grouped(base)}${odds}.` };
    }
    case 'words':
      return { where: 'tasks, costs, roles and deliverables', why: 'The words do not occur.' };
    case undefined:
      return null;
  }
}

/** That it holds by its base and not as surely as was asked is half of it; all else breaks it. */
const doubtful: ReadonlySet<string> = new Set(['high', 'odds']);
const verdictOf = (findings: readonly GateFinding[]): Adherence['verdict'] => {
  if (findings.length === 0) return 'kept';
  return findings.every(({ field }) => doubtful.has(field)) ? 'partly' : 'broken';
};

function byCode(directive: Directive, plan: Judged): Adherence | null {
  const seen = seenAt(directive, plan);
  if (!seen) return null;
  const { start_date, finish_date, costs } = plan;
  const { findings } = directivesGate({
    directives: [directive],
    texts: doneTexts(plan),
    totals: { start_date, finish_date, cost: costs, likely: likelyTotals(plan) },
  });
  const [first] = findings;
  const told = first
    ? { where: `${first.artifact}: ${first.field}`, why: `${stopped(first.value)} ${first.remedy}` }
    : seen;
  return {
    directive: directive.id,
    verdict: verdictOf(findings),
    where: clip(told.where, 200),
    why: clip(told.why, 600),
    by: 'code',
  };
}

/** One for each directive, in their order; one that nobody judged is left out, and the gate says so. */
export function adherenceOf(
  directives: readonly Directive[],
  said: AdherenceOutput,
  plan: Judged,
): Adherence[] {
  return directives.flatMap((directive) => {
    const checked = byCode(directive, plan);
    if (checked) return [checked];
    const judged = said.adherence.find((one) => one.directive === directive.id);
    return judged ? [{ ...judged, by: 'mind' as const }] : [];
  });
}
