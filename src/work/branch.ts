// Several candidates for one step, and the best of them is taken: two or three workers do the same, a
// critic, a function or a vote chooses, and the engine hands on what was chosen under the step's own id.
// All of it is ordinary steps, so leases, budgets, checks and replay are as for any other.
import { PlanwrightError } from '../base/errors.ts';
import { contentJson } from '../engine/content.ts';
import type { ClaimedStep, NewStep } from '../engine/engine-api.ts';
import type { GraphStep, Performer } from '../engine/event-types.ts';
import type { StepResult } from '../engine/inline-worker.ts';
import type { Reader } from '../store/store.ts';

export type Evaluator =
  /** Somebody who looks at all of them. */
  | { readonly by: 'critic'; readonly performer: Performer }
  /** A tool of ours, by its name. */
  | { readonly by: 'function'; readonly action: string }
  /** So many who each choose one; most votes win, and of equals the first candidate. */
  | { readonly by: 'vote'; readonly performer: Performer; readonly voters: number };

export interface BranchWish {
  readonly candidates: number;
  readonly evaluator: Evaluator;
}

export const maxCandidates = 3;
const maxVoters = 7;
export const pickAction = 'branch.pick';
export const tallyAction = 'branch.tally';
const evaluateAction = 'branch.evaluate';

const invalid = (message: string): PlanwrightError =>
  new PlanwrightError('INVALID_ARGUMENTS', message);

function checkWish({ def }: NewStep, { candidates, evaluator }: BranchWish): void {
  const isFew = Number.isInteger(candidates) && candidates >= 2 && candidates <= maxCandidates;
  if (!isFew) throw invalid(`A branch has 2 to ${maxCandidates} candidates.`);
  // Each candidate would act, and only one of them is wanted.
  if (def.reversibility !== undefined) throw invalid(`${def.id} acts outside: it cannot branch.`);
  if (def.purpose !== 'work') throw invalid(`${def.id} is no work, and cannot branch.`);
  if (evaluator.by !== 'vote') return;
  const isBounded =
    Number.isInteger(evaluator.voters) && evaluator.voters >= 2 && evaluator.voters <= maxVoters;
  if (!isBounded) throw invalid(`A vote has 2 to ${maxVoters} voters.`);
}

const plain = ({ attempts_max, timeout_ms }: GraphStep, id: string, needs: string[]) => ({
  ...{ id, needs, attempts_max, timeout_ms },
  tier: 1 as const,
});

function chooser(step: NewStep, id: string, needs: string[], performer: Performer, action: string) {
  const def: GraphStep = { ...plain(step.def, id, needs), performer, purpose: 'decision', action };
  return def;
}

function evaluatorSteps(step: NewStep, group: string, names: string[], evaluator: Evaluator) {
  const { id } = step.def;
  const spec = {
    title: `Choose the best for ${id}`,
    branch: { candidates: names, subject: step.spec },
  };
  const last = `${id}_be`;
  switch (evaluator.by) {
    case 'critic':
      return [{ def: chooser(step, last, [group], evaluator.performer, evaluateAction), spec }];
    case 'function':
      return [{ def: chooser(step, last, [group], 'tool', evaluator.action), spec }];
    case 'vote': {
      const votes = Array.from({ length: evaluator.voters }, (_, n) => `${id}_bv${n + 1}`);
      const voters = votes.map((vote) => ({
        def: chooser(step, vote, [group], evaluator.performer, evaluateAction),
        spec,
      }));
      const tally = chooser(step, last, votes, 'engine', tallyAction);
      return [...voters, { def: tally, spec: { ...spec, branch: { ...spec.branch, votes } } }];
    }
  }
}

/** The steps that take the place of one; the last of them has its id. */
export function branchSteps(step: NewStep, wish: BranchWish): NewStep[] {
  checkWish(step, wish);
  const { def, spec, outputSchema } = step;
  const { checks: _checks, ...bare } = def;
  const schema = outputSchema ? { outputSchema } : {};
  const group = `${def.id}_bg`;
  const names = Array.from({ length: wish.candidates }, (_, n) => `${def.id}_b${n + 1}`);
  const candidates = names.map((id, n) => ({
    def: { ...bare, id, parent: group },
    spec: { ...(spec as object), branch: { candidate: n + 1, of: names.length } },
    ...schema,
  }));
  const { cost: _cost, approval: _approval, ...rest } = def;
  const pick: GraphStep = {
    ...rest,
    needs: [`${def.id}_be`],
    performer: 'engine',
    action: pickAction,
  };
  return [
    {
      def: {
        ...plain(def, group, names),
        performer: 'engine',
        purpose: 'group',
        action: 'group',
        join: 'best',
      },
      spec: { title: `Candidates for ${def.id}` },
    },
    ...candidates,
    ...evaluatorSteps(step, group, names, wish.evaluator),
    { def: pick, spec: { ...(spec as object), branch: { chosen_by: `${def.id}_be` } }, ...schema },
  ];
}

/** Most votes; of equals the first candidate. Votes for nothing that is there do not count. */
export function tally(candidates: readonly string[], votes: readonly string[]): string {
  const counts = candidates.map((name) => votes.filter((vote) => vote === name).length);
  const most = Math.max(...counts);
  return most === 0 ? 'none' : (candidates[counts.indexOf(most)] ?? 'none');
}

interface BranchSpec {
  readonly branch: {
    readonly candidates?: readonly string[];
    readonly votes?: readonly string[];
    readonly chosen_by?: string;
  };
}

const isOurs = ({ action }: ClaimedStep): boolean =>
  action === pickAction || action === tallyAction;

/** Does the engine's part of a branch; null for steps of others. */
export function createBranchHandler(reader: Pick<Reader, 'content' | 'steps'>) {
  return async (step: ClaimedStep): Promise<StepResult | null> => {
    if (!isOurs(step)) return null;
    const row = await reader.content(step.spec);
    const { branch } = contentJson(row as NonNullable<typeof row>) as BranchSpec;
    const steps = new Map((await reader.steps(step.run)).map((one) => [one.step, one]));
    const choiceOf = (id: string): string => steps.get(id)?.choice ?? '';
    if (step.action === tallyAction) {
      const votes = (branch.votes ?? []).map(choiceOf);
      return { output: { votes }, choice: tally(branch.candidates ?? [], votes) };
    }
    const chosen = steps.get(choiceOf(branch.chosen_by ?? ''));
    const output = chosen?.state === 'VERIFIED' ? await reader.content(chosen.output) : null;
    if (!output) throw new PlanwrightError('output_invalid', 'None of the candidates was chosen.');
    return { output: contentJson(output) };
  };
}
