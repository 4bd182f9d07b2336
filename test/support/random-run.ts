// Random graphs, and random commands that make sense of numbers by the state as it is, so that a
// failing case shrinks to a short one.
import fc from 'fast-check';
import type { Command, Held } from '../../src/engine/commands.ts';
import {
  type FailureClass,
  failureClasses,
  type GraphStep,
  type Join,
} from '../../src/engine/event-types.ts';
import type { Step, StepStateName } from '../../src/engine/state.ts';
import { contentRef, effect, group, leaf, patchCommand, type RunDriver } from './run-driver.ts';

export interface Move {
  readonly kind: number;
  readonly pick: number;
  readonly pick2: number;
}

export const moves = (maxLength: number): fc.Arbitrary<Move[]> =>
  fc.array(fc.record({ kind: fc.nat(99), pick: fc.nat(999), pick2: fc.nat(999) }), {
    minLength: Math.floor(maxLength / 2),
    maxLength,
    size: 'max',
  });

const joins: readonly Join[] = ['all', 'any', 'best', 1, 2];

const flavors = (index: number, number: number, earlier: readonly string[]): Partial<GraphStep> => {
  const decision = earlier.find((id) => id.startsWith('pick_'));
  switch (number % 8) {
    case 0:
      return { wait: { for: 'time', delay_ms: 500 } };
    case 1:
      return { wait: { for: 'event', key: `key${index % 2}` } };
    case 2:
      return { attempts_max: 1 };
    case 3:
      return { performer: 'human' };
    case 4:
      return decision === undefined ? {} : { when: { step: decision, is: number % 2 ? 'a' : 'b' } };
    default:
      return {};
  }
};

function oneStep(index: number, number: number, earlier: readonly string[]): GraphStep {
  const isDecision = number % 7 === 3;
  const isGate = number % 11 === 5 && earlier.length > 0;
  const id = `${isDecision ? 'pick' : isGate ? 'gate' : 'task'}_${index}`;
  const more = isGate ? {} : flavors(index, number, earlier);
  const wanted = earlier.filter((_, at) => ((number >> at) & 3) === 1).slice(0, 3);
  const when = more.when && !wanted.includes(more.when.step) ? [more.when.step] : [];
  const needs = isGate && wanted.length === 0 ? earlier.slice(0, 1) : [...wanted, ...when];
  if (isGate) return leaf(id, needs, { performer: 'engine', purpose: 'checkpoint', ...more });
  const base = number % 3 === 0 ? effect(id, needs, more) : leaf(id, needs, more);
  return isDecision ? { ...base, purpose: 'decision' } : base;
}

/** The last leaves in two groups, one within the other where there are enough. */
function withGroups(steps: GraphStep[], number: number): GraphStep[] {
  const count = 1 + (number % 4);
  const inner = steps.slice(-count).map((step) => ({ ...step, parent: 'phase_1' }));
  const ids = inner.map((step) => step.id);
  const join = joins[number % joins.length] ?? 'all';
  const isNested = number % 2 === 1;
  const first = group('phase_1', ids, isNested ? 'phase_2' : undefined, {
    join: typeof join === 'number' ? Math.min(join, count) : join,
    rounds_max: 2,
  });
  const rest = [...steps.slice(0, -count), ...inner, first];
  if (!isNested) return rest;
  return [...rest, group('phase_2', ['phase_1']), leaf('last_1', ['phase_2'])];
}

export const graphs: fc.Arbitrary<GraphStep[]> = fc
  .record({ numbers: fc.array(fc.nat(9_999), { minLength: 2, maxLength: 10 }), shape: fc.nat(999) })
  .map(({ numbers, shape }) => {
    const steps: GraphStep[] = [];
    for (const [index, number] of numbers.entries()) {
      steps.push(
        oneStep(
          index,
          number,
          steps.map((step) => step.id),
        ),
      );
    }
    return shape % 3 === 0 ? steps : withGroups(steps, shape);
  });

const by = 'person_a';

const stepsIn = (run: RunDriver, ...states: readonly StepStateName[]): Step[] =>
  [...run.state.steps.values()].filter((step) => states.includes(step.state));

const heldOf = (step: Step): Held => ({
  step: step.def.id,
  attempt: step.attempt,
  holder: step.lease?.holder ?? '',
});

const pickFrom = <Item>(items: readonly Item[], pick: number): Item | undefined =>
  items[pick % Math.max(1, items.length)];

function onHeld(step: Step, { kind, pick2 }: Move): Command {
  const held = heldOf(step);
  const failure = failureClasses[pick2 % failureClasses.length] as FailureClass;
  const choice = step.def.purpose === 'decision' ? { choice: pick2 % 2 ? 'a' : 'b' } : {};
  switch (kind % 12) {
    case 0:
      return { type: 'fail', ...held, class: failure, error: contentRef('ct_err') };
    case 1:
      return {
        type: 'expire',
        step: held.step,
        attempt: held.attempt,
        isUnacknowledged: pick2 % 2 === 0,
      };
    case 2:
      return { type: 'release', ...held };
    case 3:
      return { type: 'ask', ...held, question: contentRef('ct_q') };
    case 4:
      return { type: 'start', ...held, reportedAt: 1 };
    default:
      return { type: 'complete', ...held, output: contentRef('ct_out'), ...choice };
  }
}

function patchOf(run: RunDriver, { pick, pick2 }: Move): Command {
  const all = [...run.state.steps.values()];
  const step = pickFrom(all, pick);
  const id = step?.def.id ?? '';
  const letFinish = pick2 % 5 === 0;
  const parent = step?.def.parent === undefined ? {} : { parent: step.def.parent };
  switch (pick2 % 4) {
    case 0:
      return patchCommand({ added: [leaf(`more_${run.state.rev}`, [id])], letFinish });
    case 1:
      return patchCommand({ cancelled: [id], letFinish });
    case 2:
      return patchCommand({
        cause: 'alternate',
        added: [
          leaf(`${id}_a${run.state.rev}`, step?.def.needs ?? [], { ...parent, replaces: id }),
        ],
        letFinish,
      });
    default:
      return patchCommand({ changed: step ? [changedDef(step, all, pick2)] : [], letFinish });
  }
}

/** Another action, and where it may be so, other needs. */
function changedDef({ def }: Step, all: readonly Step[], number: number): GraphStep {
  const action = `other_${number % 3}`;
  const isPlain = def.purpose === 'work' && def.when === undefined;
  if (!isPlain || number % 8 !== 3) return { ...def, action };
  const others = all.map((step) => step.def.id).filter((id) => id !== def.id);
  return { ...def, action, needs: others.filter((_, at) => ((number >> at) & 3) === 1) };
}

/** On the run as a whole, or a step as it may be. */
function onRun(run: RunDriver, move: Move): Command {
  const step = pickFrom([...run.state.steps.values()], move.pick)?.def.id ?? '';
  const oneOf = (...states: readonly StepStateName[]): string =>
    pickFrom(stepsIn(run, ...states), move.pick)?.def.id ?? step;
  switch (move.kind % 12) {
    case 0:
      return { type: run.state.hold || move.pick2 % 2 ? 'unhold' : 'hold', by };
    case 1:
    case 2:
      return { type: run.state.hold ? 'unhold' : 'resume', by };
    case 3:
      return { type: 'retry', step: oneOf('FAILED', 'WAITING'), by };
    case 4:
      return { type: 'skip', step, by };
    case 5:
      return { type: 'park', for: 'capability', step: oneOf('READY') };
    case 6:
      return { type: 'resolve', for: 'answer', step: oneOf('WAITING'), by };
    case 7:
      return { type: 'resolve', for: 'event', key: `key${move.pick % 2}`, by };
    case 8:
      if (move.pick2 % 3 > 0) return { type: 'settle' };
      return {
        type: 'cancel',
        by,
        compensate: move.pick2 % 4 > 0,
        drainMs: move.pick2 % 2 ? 900 : 0,
      };
    case 9:
      return move.pick2 % 4 === 0 ? { type: 'kill', by } : { type: 'settle' };
    default:
      return patchOf(run, move);
  }
}

/** The command that a move means now. Most take and finish work, so that runs get somewhere. */
export function commandOf(run: RunDriver, move: Move): Command {
  const { kind, pick } = move;
  if (kind < 45) {
    const held = pickFrom(stepsIn(run, 'LEASED'), pick);
    if (held) return onHeld(held, move);
  }
  if (kind < 85) {
    const ready = pickFrom(stepsIn(run, 'READY', 'WAITING'), pick);
    const step = ready?.def.id ?? 'task_0';
    if (ready?.wait?.for === 'time') return { type: 'wake', step };
    const { lapsed, lastHolder } = ready ?? { lapsed: null, lastHolder: '' };
    if (lapsed && move.pick2 % 2 === 0) {
      return { type: 'retake', step, attempt: lapsed.attempt, holder: lastHolder };
    }
    const ackMs = move.pick2 % 3 === 0 ? 300 : 0;
    return { type: 'lease', step, holder: `agent_${pick % 3}`, leaseMs: 1_000, ackMs };
  }
  return onRun(run, { ...move, kind: kind - 85 });
}
