// One seed, from a new world to its end: chaos for a while, then calm, in which everything that can be
// done must be done; then the log, the rows and the promises are looked at.
import type { NewStep } from '../../src/engine/engine-api.ts';
import type { GraphStep, RunEvent } from '../../src/engine/event-types.ts';
import { loadRun } from '../../src/engine/load-run.ts';
import { replayDecide } from '../../src/engine/replay.ts';
import { StepFailure } from '../../src/engine/step-failure.ts';
import { verifyRun } from '../../src/engine/verify.ts';
import type { Dice } from './dice.ts';
import { Forgetful } from './forgetful.ts';
import { randomBudget, randomGraph } from './graphs.ts';
import { isSilence, Ledger } from './ledger.ts';
import { Network } from './network.ts';
import { Person } from './people.ts';
import { sleep } from './virtual-timers.ts';
import { choiceFor, Worker, type WorkerPorts } from './workers.ts';
import { type Ground, startMs, World } from './world.ts';

export interface Outcome {
  readonly seed: number;
  readonly problems: readonly string[];
  /** Every header of every run, as stored. */
  readonly log: readonly string[];
  /** Types of the events, and the ways in which the runs ended. */
  readonly seen: readonly string[];
}

/** A world that is well needs some hundred. */
const maxMoves = 20_000;
/** To decide a log again costs as much as to check it. */
const replayEvery = 3;
/** Longer than any message is under way. */
const lateMs = 15_000;
const farMs = 24 * 3_600_000;

const runIds = (seed: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `exec_s${seed}x${index}`);

/** Steps that the engine's own workers do. */
function handler(world: World): World['handle'] {
  return async (step) => {
    const { dice } = world;
    if (world.isWild) await sleep(dice.chance(0.05) ? dice.int(1_000, 90_000) : dice.int(1, 300));
    if (world.isWild && dice.chance(0.1)) throw new StepFailure('logic', 'it did not work');
    return { output: { ok: 1 }, ...choiceFor(step, dice, world.isWild) };
  };
}

const outputSchema = { type: 'object', required: ['ok'], properties: { ok: { type: 'number' } } };

/** Some say what their output must look like. */
const newStep = (dice: Dice, def: GraphStep): NewStep => {
  const isPlain = def.purpose === 'group' || def.purpose === 'checkpoint' || dice.chance(0.9);
  return { def, spec: { title: def.id }, ...(isPlain ? {} : { outputSchema }) };
};

async function createRuns(ports: WorkerPorts, runs: readonly string[]): Promise<void> {
  const { world, network } = ports;
  const { dice, tenant } = world;
  for (const run of runs) {
    const steps = randomGraph(dice, startMs).map((def) => newStep(dice, def));
    const about = { kind: 'execution', plan: 'plan_sim1', by: 'person_boss1' } as const;
    const budget = dice.chance(0.4) ? { budget: randomBudget(dice) } : {};
    const request = { run, tenant, steps, ...about, ...budget };
    for (;;) {
      // A lost answer to a creation is asked for again; that it is there is then a conflict.
      const reply = await network.call((engine) => engine.createRun(request));
      if (reply.ok || reply.code === 'conflict') break;
      if (isSilence(reply.code)) await sleep(500);
      else throw new Error(`${run} was refused: ${reply.code}`);
    }
  }
}

const troubles = {
  crash: 3,
  inTheMiddle: 3,
  freeze: 2,
  start: 6,
  jump: 2,
  jumpFar: 1.5,
  back: 1,
};

/** What goes wrong with the machines and the clock. */
async function breakThings(world: World): Promise<void> {
  const { dice } = world;
  while (world.isWild) {
    await sleep(dice.int(500, 8_000));
    if (!world.isWild) return;
    const index = dice.int(0, world.machines - 1);
    switch (dice.weighted(troubles)) {
      case 'crash':
        world.crash(index);
        break;
      case 'inTheMiddle':
        world.crashAfter(dice.int(1, 12));
        break;
      case 'freeze':
        world.freeze(index, dice.int(1_000, 100_000));
        break;
      case 'start':
        world.start(index);
        break;
      case 'jump':
        world.jump(dice.int(1_000, 120_000));
        break;
      case 'jumpFar':
        world.jump(dice.int(30, 60) * 60_000);
        break;
      case 'back':
        world.jump(-dice.int(1, 3_000));
        break;
    }
  }
}

function startWorkers(ports: WorkerPorts): void {
  const agents = [
    { holder: 'agent_a', performers: ['agent'] },
    { holder: 'agent_b', performers: ['agent'] },
    { holder: 'person_c', performers: ['human', 'agent'] },
  ];
  for (const traits of agents) void new Worker(ports, traits).work();
  void new Person(ports).steer();
}

async function live(ports: WorkerPorts, runs: readonly string[]): Promise<void> {
  const { world } = ports;
  const forgetfulRun = `${runs[0]}f`;
  const all = [...runs, forgetfulRun];
  const areOver = (): boolean => all.every((run) => world.watches.get(run)?.isOver ?? false);
  createRuns(ports, runs).catch((error: unknown) => world.note(error));
  void breakThings(world);
  startWorkers(ports);
  const calmAt = world.dice.int(5_000, 45_000);
  await world.goOn(() => world.timers.now >= calmAt, maxMoves);
  calm(world);
  void new Forgetful(ports, forgetfulRun).work();
  // What was under way when it became calm may still arrive, and open a failed run again.
  for (let rounds = 0; rounds < 5 && (await world.goOn(areOver, maxMoves)); rounds += 1) {
    const quietAt = world.timers.now + lateMs;
    await world.goOn(() => world.timers.now >= quietAt, maxMoves);
    if (areOver()) return;
  }
  world.problems.push(...stuck(world));
}

function calm(world: World): void {
  world.isWild = false;
  world.leases.calm();
  world.crashAfter(0);
  world.thawAll();
  for (let index = 0; index < world.machines; index += 1) world.start(index);
}

const stuck = (world: World): string[] =>
  [...world.watches.values()]
    .filter((watch) => !watch.isOver)
    .map((watch) => {
      const open = watch.in('READY', 'LEASED', 'WAITING', 'PENDING', 'FAILED');
      const names = open.map(({ def, state, waitFor }) => `${def.id} ${state} ${waitFor}`);
      return `${watch.id} does not end (held ${watch.isHeld}): ${names.join(', ')}`;
    });

/** All stop as they should; timers that are left over must go when they ring. */
async function windDown(world: World): Promise<void> {
  world.jump(farMs);
  let left: readonly { readonly id: string }[] = [];
  const look = async (): Promise<void> => {
    await world.stopWorkers();
    for (let rounds = 0; rounds < 20; rounds += 1) {
      await sleep(6_000);
      left = await world.real.due(world.clock.now() + farMs, 5);
      if (left.length === 0) break;
    }
    world.isOver = true;
  };
  void look();
  await world.goOn(() => world.isOver, maxMoves);
  for (const { id } of left) world.problems.push(`the timer ${id} does not go away`);
}

/** Nobody holds anything any more. */
async function leftSlots(world: World): Promise<string[]> {
  const counts = [...world.slots.limits.keys()].map(async (name) => {
    const count = await world.real.slotCount(name);
    return count === 0 ? [] : [`${count} slots of ${name} are not given back`];
  });
  return (await Promise.all(counts)).flat();
}

async function inspect(world: World, ledger: Ledger, seed: number): Promise<string[]> {
  const left = world.leases.left();
  const found = [...world.problems, ...left, ...ledger.missing(), ...(await leftSlots(world))];
  for (const watch of world.watches.values()) {
    found.push(...watch.problems);
    const { state } = await loadRun(world.real, watch.id);
    const difference = watch.purse.difference(state.purse);
    if (difference !== null) found.push(`${watch.id} purse: ${difference}`);
    const report = await verifyRun(world.real, watch.id);
    if (!report.ok) found.push(`${watch.id} verify: ${JSON.stringify(report.problem)}`);
    if (seed % replayEvery !== 0) continue;
    const replay = await replayDecide(world.real, watch.id);
    if (!replay.ok) found.push(`${watch.id} replay: ${JSON.stringify(replay.difference)}`);
  }
  return found;
}

async function readLog(world: World): Promise<string[]> {
  const pages = [...world.watches.keys()].map((run) => world.real.events(run, 0, 100_000));
  return (await Promise.all(pages)).flat().map((event) => event.header);
}

/** Ways that show only in what an event says. */
export const specials = ['a late result', 'a lease that nobody acknowledged'] as const;

function specialsOf({ type, data }: RunEvent): string[] {
  const [late, unacknowledged] = specials;
  if (type === 'step.leased') return data.late ? [late] : [];
  const isUnheard =
    type === 'attempt.ended' && data.as === 'revoked' && data.class === 'lost_worker';
  return isUnheard ? [unacknowledged] : [];
}

const seenIn = (world: World): string[] =>
  [...world.watches.values()].flatMap((watch) => [
    watch.status,
    ...watch.events.flatMap((event) => [event.type, ...specialsOf(event)]),
  ]);

export async function simulate(ground: Ground, seed: number): Promise<Outcome> {
  const world = new World(ground, seed);
  const restore = world.timers.install(() => world.dice.next());
  try {
    world.addMachines(world.dice.int(1, 3));
    world.handle = handler(world);
    world.start(0);
    const ledger = new Ledger(world);
    const secret = (await world.real.meta('secret')) ?? '';
    const ports = { world, network: new Network(world), ledger, secret };
    await live(ports, runIds(seed, world.dice.chance(0.3) ? 2 : 1));
    await windDown(world);
    const problems = await inspect(world, ledger, seed);
    return { seed, problems, log: await readLog(world), seen: seenIn(world) };
  } finally {
    for (let index = 0; index < world.machines; index += 1) world.crash(index);
    restore();
  }
}
