// Exactly what is to be approved, as lines for a terminal: nothing is left out, and what could hide
// or turn around a part of it is written as its code.
import type { Approval } from '../contract/approvals.ts';
import { exactJson } from '../contract/exact-json.ts';

const field = (name: string, text: string): string =>
  `  ${name.padEnd(10)}${text.replaceAll('\n', `\n  ${' '.repeat(10)}`)}`;

export function approvalLines(approval: Approval): string[] {
  const { what } = approval;
  const byWhom = approval.asked_by === null ? '' : ` · asked by ${exactJson(approval.asked_by)}`;
  const lines = [
    exactJson(approval.title),
    field('step', `${approval.step_id} · since ${approval.asked_since}${byWhom}`),
    field('action', `${approval.action} (${approval.risk_tier})`),
  ];
  if (what === null) return lines;
  const { description, params, acceptance_criteria: criteria, performer, proposal } = what;
  lines.push(field('by', performer), field('what', exactJson(description)));
  if (Object.keys(params).length > 0) lines.push(field('with', exactJson(params, 2)));
  if (criteria.length > 0) lines.push(field('done when', exactJson(criteria, 2)));
  if (proposal !== null) lines.push(field('proposal', exactJson(proposal, 2)));
  return [...lines, field('digest', approval.digest)];
}
