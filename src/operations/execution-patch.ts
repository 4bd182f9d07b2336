// A person's or service's edit of the graph: steps in plain form become definitions, merged with
// what the graph says now. The definitions stand in the log alone, so they come from its fold.
import type { z } from 'zod';
import { PlanwrightError } from '../base/errors.ts';
import { sharedRead } from '../base/shared-read.ts';
import {
  type ChangedStepInput,
  executionPatchInput,
  executionPatchOutput,
  type NewStepInput,
} from '../contract/execution-patch.ts';
import type { ExecutionPolicy } from '../contract/execution-policy.ts';
import type { NewStep } from '../engine/engine-api.ts';
import type { GraphStep, StepWait } from '../engine/event-types.ts';
import { loadRun } from '../engine/load-run.ts';
import { isGroup, type RunState, type RunStatus, type Step } from '../engine/state.ts';
import type { Rows } from '../store/tables.ts';
import { ownContract, withParams } from '../work/alternate-params.ts';
import { approvalLastsMs, underPolicy } from '../work/approval-policy.ts';
import type { StepSpec } from '../work/execution-graph.ts';
import { withLadder } from '../work/ladder.ts';
import { withSla } from '../work/person-due.ts';
import {
  amountsOf,
  asTool,
  checkDefs,
  checkSpecs,
  checkToolParams,
  within,
} from '../work/step-parts.ts';
import type { Context } from './context.ts';
import { findExecution } from './execution-views.ts';
import { onceOf } from './once.ts';
import { jsonOperation } from './operation.ts';
import { checkScope } from './principals.ts';
import { readPolicy, readSpec } from './step-specs.ts';

const tiers = { T1: 1, T2: 2, T3: 3 } as const;

function waitOf(wait: NonNullable<NewStepInput['wait']>): StepWait {
  const { for: reason, key, delay_seconds: seconds } = wait;
  return {
    for: reason,
    ...(key === undefined ? {} : { key }),
    ...(seconds === undefined ? {} : { delay_ms: seconds * 1_000 }),
  };
}

/** The fields of a definition that the input names. */
function defFields(input: ChangedStepInput): Partial<GraphStep> {
  const { needs, performer, action, attempts_max, priority, reversibility, undo } = input;
  return {
    ...(needs && { needs }),
    ...(performer && { performer }),
    ...(action !== undefined && { action }),
    ...(attempts_max !== undefined && { attempts_max }),
    ...(input.timeout_seconds !== undefined && { timeout_ms: input.timeout_seconds * 1_000 }),
    ...(input.risk_tier && { tier: tiers[input.risk_tier] }),
    ...(priority !== undefined && { priority }),
    ...(reversibility && { reversibility }),
    ...(undo && { undo }),
    ...(input.checks && input.checks.length > 0 && { checks: checkDefs(input.checks) }),
    ...(input.approval && { approval: approvalOf(input.approval) }),
    ...(input.cost && { cost: amountsOf(input.cost) }),
    ...(input.wait && { wait: waitOf(input.wait) }),
  };
}

const approvalOf = (asked: NonNullable<NewStepInput['approval']>) => ({
  lasts_ms: typeof asked === 'object' ? asked.lasts_seconds * 1_000 : approvalLastsMs,
});

/** The same for what a worker and a reader get to see. */
function specFields(input: ChangedStepInput): Partial<StepSpec> {
  const { title, description, params, acceptance_criteria } = input;
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(params && { params }),
    ...(acceptance_criteria && { acceptance_criteria }),
    ...(input.checks && { checks: checkSpecs(input.checks) }),
    ...(input.due_hours !== undefined && { due_hours: input.due_hours }),
  };
}

const emptySpec: StepSpec = {
  title: '',
  description: '',
  role: '',
  params: {},
  acceptance_criteria: [],
  task_title: '',
  planned_start: '',
  planned_finish: '',
};

interface Made {
  readonly def: GraphStep;
  readonly spec: StepSpec;
}

/** As the tool that does it, the policy and the ladder make it; what cannot be is told by its name. */
function settled({ def, spec }: Made, input: ChangedStepInput, policy: ExecutionPolicy): Made {
  return within(def.id, () => {
    const isGiven = spec.params_from !== undefined;
    if (def.performer === 'tool' && def.purpose === 'work' && !isGiven)
      checkToolParams(def.action, spec.params);
    const bound = { def: withSla(underPolicy(asTool(def), policy), spec), spec };
    return input.recovery ? withLadder(bound, input.recovery, policy) : bound;
  });
}

function addedStep(input: NewStepInput, parent: StepSpec | null, policy: ExecutionPolicy): NewStep {
  const { step_id: id, parent: group } = input;
  const def: GraphStep = {
    id,
    ...(group === undefined ? {} : { parent: group }),
    needs: [],
    performer: 'agent',
    purpose: 'work',
    action: input.action,
    attempts_max: input.attempts_max,
    timeout_ms: input.timeout_seconds * 1_000,
    tier: 1,
    ...defFields(input),
  };
  const taskTitle = parent?.title ?? input.title;
  const { due_hours: hours } = policy;
  const usual = hours === undefined ? emptySpec : { ...emptySpec, due_hours: hours };
  const spec = { ...usual, ...specFields(input), task_title: taskTitle };
  return settled({ def, spec }, input, policy);
}

/** Without what the edit takes away: checks by an empty list, the approval by false. */
function strippedOf(def: GraphStep, { checks, approval }: ChangedStepInput): GraphStep {
  const { checks: oldChecks, approval: oldApproval, ...rest } = def;
  return {
    ...rest,
    ...(oldChecks && checks === undefined && { checks: oldChecks }),
    ...(oldApproval && approval !== false && { approval: oldApproval }),
  };
}

/** Whether less or something else is asked before and after it is done: a person has to say that. */
const isWeaker = (now: GraphStep, before: GraphStep, { checks }: ChangedStepInput): boolean =>
  now.tier < before.tier ||
  (before.approval !== undefined && now.approval === undefined) ||
  (before.checks !== undefined && checks !== undefined);

/** The graph and the contracts of its steps as they are now. */
class PresentGraph {
  readonly #context: Context;
  readonly #state: RunState;
  readonly #policy: ExecutionPolicy;
  readonly #onWeaker: () => void;
  readonly #specs = new Map<string, Promise<StepSpec>>();

  constructor(context: Context, state: RunState, policy: ExecutionPolicy, onWeaker: () => void) {
    this.#context = context;
    this.#state = state;
    this.#policy = policy;
    this.#onWeaker = onWeaker;
  }

  step(id: string): Step {
    const step = this.#state.steps.get(id);
    if (step) return step;
    const message = `There is no step ${id}. execution_tasks lists them.`;
    throw new PlanwrightError('INVALID_ARGUMENTS', message);
  }

  /** Thousands of steps may be added to one group. */
  spec(step: Step): Promise<StepSpec> {
    const id = step.spec?.id ?? '';
    return sharedRead(this.#specs, id, () => readSpec(this.#context, id));
  }

  async add(input: NewStepInput, isNew: (id: string) => boolean): Promise<NewStep> {
    const { parent } = input;
    const known = parent === undefined || isNew(parent) ? null : this.step(parent);
    return addedStep(input, known ? await this.spec(known) : null, this.#policy);
  }

  async change(input: ChangedStepInput): Promise<NewStep> {
    const step = this.step(input.step_id);
    const now = ownContract(await this.spec(step), step.def.id);
    const spec = { ...(input.params ? withParams(now, input.params) : now), ...specFields(input) };
    const wanted = { ...strippedOf(step.def, input), ...defFields(input) };
    const made = settled({ def: wanted, spec }, input, this.#policy);
    if (isWeaker(made.def, step.def, input)) this.#onWeaker();
    return made;
  }

  /** A group has its new members among its needs, or nobody would wait for them. */
  async grow(id: string, members: readonly string[], changed?: NewStep): Promise<NewStep | null> {
    const step = this.step(id);
    if (!isGroup(step)) {
      const message = `${id} is no group: a step cannot be part of it. Name it in needs instead.`;
      throw new PlanwrightError('INVALID_ARGUMENTS', message);
    }
    const { def, spec } = changed ?? { def: step.def, spec: await this.spec(step) };
    const fresh = members.filter((member) => !def.needs.includes(member));
    return { def: { ...def, needs: [...def.needs, ...fresh] }, spec };
  }
}

type PatchInput = z.output<typeof executionPatchInput>;

interface Edit {
  readonly added: NewStep[];
  readonly changed: NewStep[];
}

async function editOf(
  graph: PresentGraph,
  add: readonly NewStepInput[],
  change: readonly ChangedStepInput[],
): Promise<Edit> {
  const ids = new Set(add.map((input) => input.step_id));
  const added = await Promise.all(add.map((input) => graph.add(input, (id) => ids.has(id))));
  const changed = new Map<string, NewStep>();
  for (const input of change) changed.set(input.step_id, await graph.change(input));
  const members = Map.groupBy(added, ({ def }) => def.parent ?? '');
  for (const [group, steps] of members) {
    if (group === '') continue;
    const names = steps.map(({ def }) => def.id);
    const grown = await graph.grow(group, names, changed.get(group));
    if (grown) changed.set(group, grown);
  }
  return { added, changed: [...changed.values()] };
}

/** What an edit comes to on the graph as it is. What asks for less needs a person's word. */
export async function editFor(
  context: Context,
  run: Rows['runs'],
  { add, change, cancel }: Pick<PatchInput, 'add' | 'change' | 'cancel'>,
  onWeaker = (): void => checkScope(context.principal, 'approve'),
): Promise<Edit> {
  if (add.length + change.length + cancel.length === 0) {
    const message = 'Say what to change: add, change or cancel.';
    throw new PlanwrightError('INVALID_ARGUMENTS', message);
  }
  const { state } = await loadRun(context.reader, run.id);
  const policy = await readPolicy(context, await context.reader.steps(run.id));
  return editOf(new PresentGraph(context, state, policy, onWeaker), add, change);
}

export const executionPatch = jsonOperation({
  name: 'execution_patch',
  title: 'Change the steps of an execution',
  description:
    'Adds, changes or cancels steps while the execution runs. Finished work never changes. An edit of an older revision is refused if the same part has changed since.',
  input: executionPatchInput,
  output: executionPatchOutput,
  scope: 'run',
  effect: 'destroy',
  rest: 'POST /api/executions/{execution_id}/patches',
  async handler(context, { execution_id, base_rev, add, change, cancel, let_finish }) {
    const run = await findExecution(context, execution_id);
    const answer = await context.engine.patch({
      run: run.id,
      by: context.principal.id,
      cause: 'edit',
      baseRev: base_rev,
      ...(await editFor(context, run, { add, change, cancel })),
      cancelled: cancel,
      letFinish: let_finish,
      ...onceOf(context),
    });
    return {
      execution_id,
      state: answer.status as RunStatus,
      rev: answer.rev,
      next_action: 'execution_tasks shows the steps as they are now.',
    };
  },
});
