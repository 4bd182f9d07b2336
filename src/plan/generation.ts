// Making a plan is a run like any other: stages are steps. A stage that is made of parts is a group
// of steps and one that merges them; parts that are known only then are added by a step that splits.
import { z } from 'zod';
import { derivedId } from '../engine/decide-graph.ts';
import type { NewStep } from '../engine/engine-api.ts';
import type { Amounts, GraphStep } from '../engine/event-types.ts';
import { stagesFor, versionOf } from './catalog.ts';
import type { Settings } from './settings.ts';
import { type AnyStage, type AnyThought, answerOf, isThought, type Part } from './stage.ts';

/** What callers who think for us take. */
export const thinkAction = 'think';

const minuteMs = 60_000;
export const stageTimeoutMs = 10 * minuteMs;
/** An agent that thinks may take its time, and another may go on where it stopped. */
export const callerTimeoutMs = 24 * 60 * minuteMs;
/** Each crash of the server in the middle of a stage counts as one. */
export const attemptsMax = 5;

export const stageStepId = (name: string): string => `stage_${name.replaceAll('-', '_')}`;
const groupId = (name: string): string => `${stageStepId(name)}_parts`;
const splitId = (name: string): string => `${stageStepId(name)}_split`;
export const partStepId = (name: string, key: string): string =>
  derivedId(groupId(name), 'fan_out', key);

/** The contract of a step. */
export interface StageSpec {
  readonly title: string;
  readonly stage: string;
  readonly version: string;
  /** What it does for a stage that is made of parts. */
  readonly does?: 'split' | 'merge' | 'part' | 'given';
  /** What somebody put in place of its output. */
  readonly given?: unknown;
  readonly part?: Part;
  /** Of the first step alone. */
  readonly settings?: Settings;
}

/** What a call of a stage may cost, for the run's budget; nothing where nobody knows. */
export type CostOf = (stage: AnyThought) => { cost?: Amounts; slot?: string };

const specOf = (stage: AnyStage): StageSpec => ({
  title: isThought(stage) ? stage.title : stage.name,
  stage: stage.name,
  version: versionOf(stage),
});

const ownStep = (stage: AnyStage, more: Pick<GraphStep, 'id' | 'needs'>): GraphStep => ({
  performer: 'engine',
  purpose: 'work',
  action: `stage.${stage.name}`,
  attempts_max: attemptsMax,
  timeout_ms: stageTimeoutMs,
  tier: 1,
  ...more,
});

class Generation {
  readonly #settings: Settings;
  readonly #costOf: CostOf;

  constructor(settings: Settings, costOf: CostOf) {
    this.#settings = settings;
    this.#costOf = costOf;
  }

  #thoughtStep(stage: AnyThought, more: Pick<GraphStep, 'id' | 'needs' | 'parent'>): GraphStep {
    const { brain } = this.#settings;
    const own = ownStep(stage, more);
    // Rules are code of ours: nobody is asked, and nothing is paid.
    if (brain === 'offline') return own;
    return {
      ...own,
      ...(brain === 'caller'
        ? { performer: 'agent', action: thinkAction, timeout_ms: callerTimeoutMs }
        : { performer: 'model', ...this.#costOf(stage) }),
    };
  }

  part(stage: AnyThought, part: Part, needs: readonly string[]): NewStep {
    const id = partStepId(stage.name, part.key);
    const def = this.#thoughtStep(stage, { id, needs, parent: groupId(stage.name) });
    const spec: StageSpec = {
      ...specOf(stage),
      title: `${stage.title}: ${part.title}`,
      does: 'part',
      part,
    };
    return { def, spec, ...schemaOf(answerOf(stage, part)) };
  }

  #ofParts(stage: AnyThought, { known }: NonNullable<AnyThought['parts']>): NewStep[] {
    const group = groupId(stage.name);
    const needs = stage.needs.map(stageStepId);
    const first = known
      ? known(this.#settings.detail).map((part) => this.part(stage, part, needs))
      : [split(stage, group, needs)];
    const members = first.map(({ def }) => def.id);
    const spec = specOf(stage);
    return [
      ...first,
      { def: { ...ownStep(stage, { id: group, needs: members }), purpose: 'group' }, spec },
      {
        def: ownStep(stage, { id: stageStepId(stage.name), needs: [group] }),
        spec: { ...spec, does: 'merge' },
      },
    ];
  }

  steps(stage: AnyStage): NewStep[] {
    const place = { id: stageStepId(stage.name), needs: stage.needs.map(stageStepId) };
    if (!isThought(stage)) return [{ def: ownStep(stage, place), spec: specOf(stage) }];
    if (stage.parts) return this.#ofParts(stage, stage.parts);
    const def = this.#thoughtStep(stage, place);
    return [{ def, spec: specOf(stage), ...schemaOf(stage.output) }];
  }
}

const split = (stage: AnyThought, parent: string, needs: string[]): NewStep => ({
  def: { ...ownStep(stage, { id: splitId(stage.name), needs }), parent },
  spec: { ...specOf(stage), does: 'split' },
});

const schemas = new WeakMap<z.ZodType, object>();

/** The same object for the same schema: the engine keeps it once. */
function schemaOf(output: z.ZodType): { outputSchema: object } {
  const known = schemas.get(output) ?? (z.toJSONSchema(output) as object);
  schemas.set(output, known);
  return { outputSchema: known };
}

const unknownCost: CostOf = () => ({});

/** What a making of a plan takes over from an earlier one. */
export interface Earlier {
  /** Stages whose outputs are kept. */
  readonly kept: ReadonlySet<string>;
  /** Outputs that somebody put in place of what was found, by stage. */
  readonly given: ReadonlyMap<string, unknown>;
}

const nothing: Earlier = { kept: new Set(), given: new Map() };

/** One step, whatever the stage is made of. */
function wholeStep(stage: AnyStage, { given }: Earlier): NewStep {
  const id = stageStepId(stage.name);
  const def = ownStep(stage, { id, needs: stage.needs.map(stageStepId) });
  const spec = specOf(stage);
  if (!given.has(stage.name)) return { def, spec };
  return { def, spec: { ...spec, does: 'given', given: given.get(stage.name) } };
}

export function generationSteps(
  settings: Settings,
  earlier: Earlier = nothing,
  costOf: CostOf = unknownCost,
): NewStep[] {
  const generation = new Generation(settings, costOf);
  const steps = stagesFor(settings).flatMap((stage) =>
    earlier.kept.has(stage.name) || earlier.given.has(stage.name)
      ? [wholeStep(stage, earlier)]
      : generation.steps(stage),
  );
  return steps.map((step, index) =>
    index === 0 ? { ...step, spec: { ...(step.spec as StageSpec), settings } } : step,
  );
}

/** The parts of a stage that were found while it ran. */
export const partSteps = (
  settings: Settings,
  stage: AnyThought,
  parts: readonly Part[],
  costOf: CostOf = unknownCost,
): NewStep[] => {
  const generation = new Generation(settings, costOf);
  return parts.map((part) => generation.part(stage, part, [splitId(stage.name)]));
};
