// The words of a risk, each of them once. A description may be title and effect again.
import type { PlanRisk } from '../../../contract/plan.ts';
import { plainly } from './once.ts';
import { bare } from './sentences.ts';

export interface RiskText {
  readonly title: string;
  /** What the description says beyond title, cause and effect. */
  readonly more: string;
  readonly cause: string;
  readonly effect: string;
}

export function riskText({ title, description, cause = '', effect = '' }: PlanRisk): RiskText {
  if (title === undefined) return { title: bare(description), more: '', cause, effect };
  let rest = plainly(description);
  for (const part of [title, cause, effect]) {
    const said = plainly(part);
    if (said !== '') rest = rest.replace(said, ' ');
  }
  return { title: bare(title), more: rest.trim() === '' ? '' : description, cause, effect };
}

/** The one who owns all risks, so that it is said once; empty where there are several or none. */
export function soleOwner(risks: readonly PlanRisk[]): string {
  const owners = new Set(risks.map(({ owner = '' }) => owner));
  const [only = ''] = owners;
  return owners.size === 1 && risks.length > 1 ? only : '';
}
