// The rules of an execution, as they stand on its record with its first step: what its tools may touch
// and what they may do without asking. What is not said there is not allowed.
import { realpath } from 'node:fs/promises';
import { z } from 'zod';
import { PlanwrightError } from '../base/errors.ts';
import { inputProblems } from '../base/input-problems.ts';
import type { Reader } from '../store/store.ts';
import { refused } from './safety/failures.ts';
import { type Policy, policySchema } from './safety/policy.ts';
import { readContent } from './step-content.ts';

export interface RunRules {
  readonly policy: Policy;
  /** `T2`, or names of tools. */
  readonly preApproved: readonly string[];
  /** Of tools that are riskier here than elsewhere. */
  readonly tiers: ReadonlyMap<string, 2 | 3>;
}

export type RulesOf = (run: string) => Promise<RunRules>;

const maxKept = 1_000;

const onRecord = z.looseObject({
  pre_approved: z.array(z.string()).default([]),
  tiers: z.record(z.string(), z.enum(['T2', 'T3'])).default({}),
});

const limiting = ['file_scopes', 'commands', 'hosts', 'limits'] as const;

const saidIn = (policy: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(
    limiting.filter((name) => policy[name] !== undefined).map((name) => [name, policy[name]]),
  );

function rulesIn(spec: unknown): RunRules {
  const policy = onRecord.parse((spec as { policy?: unknown } | null)?.policy ?? {});
  const parsed = policySchema.safeParse(saidIn(policy));
  if (!parsed.success) {
    const problems = inputProblems(policySchema, parsed.error, { prefix: 'policy' });
    const message = `The policy of this execution cannot be used. ${problems.join('; ')}.`;
    throw new PlanwrightError('forbidden', message);
  }
  const tiers = Object.entries(policy.tiers).map(
    ([tool, tier]) => [tool, tier === 'T3' ? 3 : 2] as const,
  );
  return { policy: parsed.data, preApproved: policy.pre_approved, tiers: new Map(tiers) };
}

/** Told to whoever starts an execution rather than to its first tool. */
export function checkToolPolicy(policy: object | undefined): void {
  const input = saidIn({ ...policy });
  const parsed = policySchema.safeParse(input);
  if (parsed.success) return;
  const problems = inputProblems(policySchema, parsed.error, { input, prefix: 'policy' });
  throw new PlanwrightError('INVALID_ARGUMENTS', `${problems.join('; ')}.`, { problems });
}

const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

/** Whoever starts an execution names its root; the operator says where roots may be. */
async function checkRoot({ file_scopes }: Policy, folders: readonly string[]): Promise<void> {
  if (file_scopes === null) return;
  const real = await realpath(file_scopes.root).catch(() => null);
  for (const folder of real === null ? [] : folders) {
    const allowed = await realpath(folder).catch(() => null);
    if (allowed !== null && isBelow(real ?? '', allowed)) return;
  }
  const hint = 'Name the folder in the setting workFolders (PLANWRIGHT_WORK_FOLDERS).';
  throw refused(`This server does not let tools work in ${file_scopes.root}. ${hint}`);
}

/** Read once for each run: its first step may be one of ten thousand. */
export function createRulesReader(reader: Reader, folders: readonly string[]): RulesOf {
  const kept = new Map<string, RunRules>();
  return async (run) => {
    const known = kept.get(run);
    if (known) return known;
    const first = (await reader.steps(run)).find(({ position }) => position === 0);
    const rules = rulesIn(await readContent(reader, first?.spec ?? ''));
    await checkRoot(rules.policy, folders);
    if (kept.size >= maxKept) kept.clear();
    kept.set(run, rules);
    return rules;
  };
}
