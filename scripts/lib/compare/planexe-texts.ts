// What the texts of a published PlanExe plan hold that can be counted: risks, findings, audit answers.
import { alikePairs } from '../../../src/gates/alike.ts';
import type { Share } from './measures.ts';
import type { PlanexeFiles } from './planexe-files.ts';

/** The blocks that begin with such a heading, heading included. */
const blocks = (text: string, heading: RegExp): string[] => {
  const starts = [...text.matchAll(heading)].map(({ index }) => index);
  return starts.map((start, at) => text.slice(start, starts[at + 1]));
};

const hasField = (block: string, names: string): boolean =>
  new RegExp(`^\\*\\*(?:${names})[^*]*:?\\*\\*`, 'im').test(block);

const riskBlocks = (files: PlanexeFiles): string[] =>
  blocks(files.text('identify_risks.md') ?? '', /^## Risk \d+/gm);

export function planexeRisks(files: PlanexeFiles) {
  const risks = riskBlocks(files);
  if (risks.length === 0) return null;
  return {
    all: risks.length,
    owner: risks.filter((risk) => hasField(risk, 'Owner|Responsible')).length,
    trigger: risks.filter((risk) => hasField(risk, 'Trigger|Tripwire|Early warning')).length,
  };
}

export const alikeCount = (texts: readonly string[]): number | null =>
  texts.length === 0
    ? null
    : alikePairs(texts.map((text, at) => ({ at: String(at), text }))).length;

/** The stories of the premortem. */
export function planexeFailures(files: PlanexeFiles) {
  const failures = blocks(files.text('premortem.md') ?? '', /^#### FM\d+/gm);
  if (failures.length === 0) return null;
  return {
    all: failures.length,
    owner: failures.filter((failure) => /^- \*\*Owner\*\*: \S/m.test(failure)).length,
    tripwire: failures.filter((failure) => /^##### Tripwires\n+- \S/m.test(failure)).length,
  };
}

/** Of each risk what is said under its heading, without likelihood and severity. */
export const duplicateRisks = (files: PlanexeFiles): number | null =>
  alikeCount(riskBlocks(files).map((risk) => risk.split('\n')[1] ?? ''));

/** What experts hold against the plan, and what the audit wants done. */
export function duplicateFindings(files: PlanexeFiles): number | null {
  const issues = blocks(files.text('expert_criticism.md') ?? '', /^#{1,3} .*$/gm).filter((block) =>
    /^## [\d.]+A Issue/.test(block),
  );
  const audit = (files.text('self_audit.md') ?? '').matchAll(/^\*\*Mitigation\*\*: (.*)$/gm);
  return alikeCount([
    ...issues.map((issue) => issue.slice(issue.indexOf(' - ') + 3)),
    ...[...audit].map(([, text]) => text ?? ''),
  ]);
}

export function auditHigh(files: PlanexeFiles): Share | null {
  const levels = [...(files.text('self_audit.md') ?? '').matchAll(/^\*\*Level\*\*:.*$/gm)];
  if (levels.length === 0) return null;
  return { of: levels.length, are: levels.filter(([line]) => /high/i.test(line)).length };
}

export function planexeExperts(files: PlanexeFiles) {
  const listed = files.json('experts.json');
  if (!Array.isArray(listed)) return null;
  return { listed: listed.length, heard: files.count(/^expert_criticism(_\d+)?_raw\.json$/) };
}

export function planexeAssumptions(files: PlanexeFiles) {
  const list = files.json('make_assumptions.json');
  if (!Array.isArray(list)) return null;
  const hasBounds = (one: unknown): boolean =>
    typeof one === 'object' && one !== null && 'lower' in one && 'upper' in one;
  return { all: list.length, bounds: list.filter(hasBounds).length };
}
