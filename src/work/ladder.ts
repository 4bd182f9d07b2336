// The ladder of a step as plan.json and edits write it, in the words of the engine: what is tried when its
// attempts are used up. An alternate is a step of its own, so it has its own risk, approval and undo.
import type { ExecutionPolicy } from '../contract/execution-policy.ts';
import type { StepRung } from '../contract/step-fields.ts';
import type { GraphStep, RecoveryDef } from '../engine/event-types.ts';
import type { AlternateParams } from './alternate-params.ts';
import { underPolicy } from './approval-policy.ts';
import { asTool, checkToolParams, within, wrong } from './step-parts.ts';
import type { StepSpec } from './step-spec.ts';
import { findTool } from './tools/table.ts';

type Params = Readonly<Record<string, unknown>>;

/** The step that the ladder is of, as it stands. */
interface Laddered {
  readonly def: GraphStep;
  /** Null where a step before it gives them. */
  readonly params: Params | null;
}

interface Ladder {
  readonly recovery: readonly RecoveryDef[];
  /** For the contract, where an alternate has parameters of its own. */
  readonly alternates?: AlternateParams;
}

/** Nothing beside the strategy. */
function bare(rung: StepRung): RecoveryDef {
  const { strategy, ...more } = rung;
  const [field] = Object.keys(more);
  if (field !== undefined) throw wrong(`${strategy} takes no ${field}`);
  return { strategy };
}

/** Somebody who changes the graph: an agent or a person, or a model. */
function helper({ strategy, performer = 'agent', action, ...more }: StepRung): RecoveryDef {
  const [field] = Object.keys(more);
  if (field !== undefined) throw wrong(`${strategy} takes no ${field}`);
  if (performer === 'tool') throw wrong('a tool cannot change the graph');
  return { strategy, performer, ...(action === undefined ? {} : { action }) };
}

function performerOf({ performer, action }: StepRung, { def }: Laddered): GraphStep['performer'] {
  if (performer !== undefined) return performer;
  return action !== undefined && findTool(action) ? 'tool' : def.performer;
}

/** Without a word of its own, nobody knows how to take back what an agent does instead of a tool. */
function effectsOfOther(rung: StepRung, def: GraphStep): Partial<GraphStep> {
  const { reversibility, undo } = rung;
  if (reversibility) return { reversibility, ...(undo ? { undo } : {}) };
  if (undo) throw wrong('undo without reversibility');
  return def.undo?.performer === 'tool' ? { reversibility: 'irreversible' } : {};
}

function alternate(rung: StepRung, step: Laddered, policy: ExecutionPolicy): RecoveryDef {
  const { performer, action, params } = rung;
  if (!(performer ?? action ?? params)) {
    throw wrong('an alternate says what is done otherwise: performer, action or params');
  }
  const { def } = step;
  const base = { ...def, performer: performerOf(rung, step), action: action ?? def.action };
  const isTool = base.performer === 'tool';
  if (isTool) checkAlternate(base.action, params, step);
  if (isTool && (rung.reversibility ?? rung.undo)) {
    throw wrong(`how ${base.action} is undone is known of the tool`);
  }
  // A mind acts by tools too, and these undo what was done under the key of the step.
  const isByTools = isTool || base.performer === 'model';
  const own = isByTools ? asTool(base) : { ...base, ...effectsOfOther(rung, def) };
  return rungOf(underPolicy(own, policy), def);
}

function checkAlternate(tool: string, own: Params | undefined, { def, params }: Laddered): void {
  const used = own ?? params;
  if (used) checkToolParams(tool, used);
  else if (tool !== def.action) throw wrong(`${tool} needs params of its own`);
}

/** What is as of the step is left out. */
function rungOf(own: GraphStep, def: GraphStep): RecoveryDef {
  const { performer, action, tier, approval, reversibility, undo } = own;
  const hasOwnUndo = reversibility !== def.reversibility || undo !== def.undo;
  return {
    strategy: 'alternate',
    performer,
    action,
    ...(tier === def.tier ? {} : { tier }),
    ...(approval && !def.approval ? { approval } : {}),
    ...(hasOwnUndo && reversibility ? { reversibility, ...(undo ? { undo } : {}) } : {}),
  };
}

function rungDef(rung: StepRung, step: Laddered, policy: ExecutionPolicy): RecoveryDef {
  switch (rung.strategy) {
    case 'other_worker':
    case 'abort':
    case 'person':
      return bare(rung);
    case 'decompose':
    case 'replan':
      return helper(rung);
    case 'alternate':
      return alternate(rung, step, policy);
  }
}

function ladderOf(rungs: readonly StepRung[], step: Laddered, policy: ExecutionPolicy): Ladder {
  const recovery = rungs.map((rung, n) =>
    within(`recovery ${n + 1}`, () => rungDef(rung, step, policy)),
  );
  const own = rungs.flatMap(({ params }, n) => (params ? [[String(n + 1), params] as const] : []));
  if (own.length === 0) return { recovery };
  return { recovery, alternates: { of: step.def.id, params: Object.fromEntries(own) } };
}

interface Made {
  readonly def: GraphStep;
  readonly spec: StepSpec;
}

/** The step with this ladder in place of the one that it had. */
export function withLadder(
  { def: old, spec: oldSpec }: Made,
  rungs: readonly StepRung[],
  policy: ExecutionPolicy,
): Made {
  const { recovery: _recovery, ...def } = old;
  const { alternates: _alternates, ...spec } = oldSpec;
  if (rungs.length === 0) return { def, spec };
  const params = spec.params_from === undefined ? spec.params : null;
  const { recovery, alternates } = ladderOf(rungs, { def, params }, policy);
  return { def: { ...def, recovery }, spec: alternates ? { ...spec, alternates } : spec };
}
