// Random graphs of 5 to 25 steps: groups of every join, decisions and branches, waits, checkpoints,
// steps with effects, steps of persons.
import type {
  Amounts,
  Budget,
  GraphStep,
  Join,
  Performer,
  RecoveryDef,
  StepWait,
} from '../../src/engine/event-types.ts';
import type { Dice } from './dice.ts';

const agentActions = ['write_text', 'send_mail'] as const;

function performerOf(dice: Dice): Performer {
  return dice.weighted({ agent: 8, human: 2, tool: 3, model: 2, engine: 1 });
}

function waitOf(dice: Dice, start: number, performer: Performer): StepWait {
  const capability = performer === 'agent' ? 1 : 0;
  switch (dice.weighted({ delay: 4, until: 2, event: 3, answer: 2, capability })) {
    case 'delay':
      return { for: 'time', delay_ms: dice.int(0, 20_000) };
    case 'until':
      return { for: 'time', until: start + dice.int(0, 30_000) };
    case 'event':
      return { for: 'event', key: `key_${dice.int(1, 2)}` };
    case 'answer':
      return { for: 'answer' };
    case 'capability':
      return { for: 'capability' };
  }
}

type Effects = Pick<GraphStep, 'reversibility' | 'undo'>;

function effectsOf(dice: Dice): Effects {
  if (dice.chance(0.2)) return { reversibility: 'irreversible' };
  const performer = dice.pick<Performer>(['agent', 'agent', 'tool', 'human']);
  const reversibility = dice.pick(['reversible', 'compensable'] as const);
  // One without an undo of its own stands, and is listed.
  return dice.chance(0.1)
    ? { reversibility }
    : { reversibility, undo: { performer, action: 'undo_it' } };
}

/** Of one in ten nobody knows the price. */
function costOf(dice: Dice): Amounts {
  const money = dice.chance(0.9) ? { money: dice.int(0, 50) } : {};
  return { ...money, tokens: dice.int(0, 1_000), calls: 1 };
}

function recoveryOf(dice: Dice): Pick<GraphStep, 'recovery'> {
  const rung = (): RecoveryDef => {
    const strategy = dice.weighted({
      other_worker: 3,
      alternate: 3,
      decompose: 2,
      replan: 2,
      abort: 0.2,
    });
    if (strategy === 'other_worker' || strategy === 'abort') return { strategy };
    return {
      strategy,
      performer: dice.pick<Performer>(['agent', 'tool', 'human']),
      action: 'help',
    };
  };
  return { recovery: Array.from({ length: dice.int(1, 3) }, rung) };
}

export const randomBudget = (dice: Dice): Budget => ({
  ...(dice.chance(0.2) ? { stall_attempts: dice.int(1, 10) } : {}),
  ...(dice.chance(0.1) ? { stall_ms: dice.int(1_000, 60_000) } : {}),
  ...(dice.chance(0.8) ? { money: dice.int(0, 400) } : {}),
  ...(dice.chance(0.3) ? { tokens: dice.int(0, 8_000) } : {}),
  ...(dice.chance(0.3) ? { calls: dice.int(0, 10) } : {}),
  ...(dice.chance(0.2) ? { wall_ms: dice.int(1_000, 60_000) } : {}),
});

function checksOf(dice: Dice): Pick<GraphStep, 'checks'> {
  const check = (key: string) => ({
    key,
    performer: dice.pick<Performer>(['tool', 'agent', 'human']),
    action: 'check_it',
    attempts_max: dice.int(1, 3),
    timeout_ms: 60_000,
  });
  return { checks: dice.chance(0.5) ? [check('one')] : [check('one'), check('two')] };
}

export function randomLeaf(
  dice: Dice,
  id: string,
  needs: readonly string[],
  start: number,
): GraphStep {
  const performer = performerOf(dice);
  return {
    id,
    needs,
    performer,
    purpose: 'work',
    action: dice.pick(agentActions),
    attempts_max: dice.int(1, 3),
    timeout_ms: dice.pick([4_000, 60_000, 600_000]),
    tier: 1,
    ...(dice.chance(0.15) ? { wait: waitOf(dice, start, performer) } : {}),
    ...(dice.chance(0.2) ? { priority: dice.int(0, 9) } : {}),
    ...(dice.chance(0.15) ? { slot: 'mail' } : {}),
    ...(dice.chance(0.35) ? effectsOf(dice) : {}),
    ...(dice.chance(0.2) ? checksOf(dice) : {}),
    ...(dice.chance(0.25) ? recoveryOf(dice) : {}),
    ...(dice.chance(0.3) ? { cost: costOf(dice) } : {}),
    ...(dice.chance(0.15) ? { approval: { lasts_ms: dice.pick([3_000, 600_000]) } } : {}),
  };
}

class GraphMaker {
  readonly steps: GraphStep[] = [];
  /** Those without a parent, which later ones may need. */
  readonly #roots: string[] = [];
  readonly #dice: Dice;
  readonly #start: number;
  #count = 0;

  constructor(dice: Dice, start: number) {
    this.#dice = dice;
    this.#start = start;
  }

  addUnit(): void {
    const needs = this.#dice.some(this.#roots, 2);
    const checkpoint = needs.length > 0 ? 2 : 0;
    switch (this.#dice.weighted({ leaf: 12, group: 5, decision: 3, checkpoint })) {
      case 'leaf':
        this.#root(this.#leaf(needs));
        break;
      case 'group':
        this.#root(this.#group(needs, undefined));
        break;
      case 'decision':
        this.#decision(needs);
        break;
      case 'checkpoint':
        this.#root(this.#special(needs, 'checkpoint'));
        break;
    }
  }

  #id(): string {
    this.#count += 1;
    return `task_${this.#count}`;
  }

  #root(step: GraphStep): void {
    this.steps.push(step);
    this.#roots.push(step.id);
  }

  #leaf(needs: readonly string[], change: Partial<GraphStep> = {}): GraphStep {
    return { ...randomLeaf(this.#dice, this.#id(), needs, this.#start), ...change };
  }

  #special(
    needs: readonly string[],
    purpose: 'checkpoint' | 'group',
    change: Partial<GraphStep> = {},
  ): GraphStep {
    const fields = { action: purpose, attempts_max: 1, timeout_ms: 60_000, tier: 1 } as const;
    return { id: this.#id(), needs, performer: 'engine', purpose, ...fields, ...change };
  }

  #group(before: readonly string[], parent: string | undefined): GraphStep {
    const count = this.#dice.int(1, 4);
    const group = this.#special([], 'group');
    const members = Array.from({ length: count }, () => this.#member(before, group.id, parent));
    const join = this.#join(count);
    const rounds = this.#dice.chance(0.3) ? { rounds_max: this.#dice.int(1, 2) } : {};
    return {
      ...group,
      needs: members,
      ...(join === 'all' ? {} : { join }),
      ...(parent === undefined ? {} : { parent }),
      ...rounds,
    };
  }

  #member(before: readonly string[], group: string, above: string | undefined): string {
    const isNested = above === undefined && this.#dice.chance(0.15);
    const needs = this.#dice.chance(0.7) ? before : this.#dice.some(this.#roots, 2);
    const step = isNested ? this.#group(needs, group) : this.#leaf(needs, { parent: group });
    this.steps.push(step);
    return step.id;
  }

  #join(members: number): Join {
    const kind = this.#dice.weighted({ all: 5, any: 2, best: 2, some: 2 });
    return kind === 'some' ? this.#dice.int(1, members) : kind;
  }

  #decision(needs: readonly string[]): void {
    const { checks: _, ...leaf } = this.#leaf(needs);
    const decision: GraphStep = { ...leaf, purpose: 'decision' };
    this.#root(decision);
    for (const is of this.#dice.some(['yes', 'no', 'later'], 3)) {
      const also = this.#dice.some(
        this.#roots.filter((id) => id !== decision.id),
        1,
      );
      this.#root(this.#leaf([decision.id, ...also], { when: { step: decision.id, is } }));
    }
  }
}

export function randomGraph(dice: Dice, start: number): GraphStep[] {
  const maker = new GraphMaker(dice, start);
  const wanted = dice.int(5, 18);
  while (maker.steps.length < wanted) maker.addUnit();
  return maker.steps;
}
