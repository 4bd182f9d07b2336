// Agents and persons who take steps: slow ones, ones that die, that repeat themselves, come late, lie,
// or show tokens that are not theirs. When the world is calm they do their work.
import type { Engine } from '../../src/engine/engine.ts';
import type { ClaimedStep, HolderCall, Once, WorkPatch } from '../../src/engine/engine-api.ts';
import { type Amounts, failureClasses } from '../../src/engine/event-types.ts';
import { leaseToken } from '../../src/engine/lease.ts';
import type { Dice } from './dice.ts';
import { forgetfulAction } from './forgetful.ts';
import { isSilence, type Ledger } from './ledger.ts';
import type { Network, Reply } from './network.ts';
import { sleep } from './virtual-timers.ts';
import { growth } from './work-patches.ts';
import type { World } from './world.ts';

export interface WorkerPorts {
  readonly world: World;
  readonly network: Network;
  readonly ledger: Ledger;
  readonly secret: string;
}

const choices = ['yes', 'no', 'later'] as const;

/** Now and then more than it was allowed. */
const usageOf = (dice: Dice): { usage?: Amounts } =>
  dice.chance(0.5) ? { usage: { money: dice.int(0, 60), tokens: dice.int(0, 900), calls: 1 } } : {};

/** A check that always finds something would never let a run end. */
export function choiceFor(
  { purpose, judges }: ClaimedStep,
  dice: Dice,
  isWild: boolean,
): { choice?: string } {
  if (judges !== '') return { choice: isWild && dice.chance(0.4) ? 'reject' : 'accept' };
  return purpose === 'decision' ? { choice: dice.pick(choices) } : {};
}

interface Traits {
  readonly holder: string;
  readonly performers: readonly string[];
}

const leaseMsOptions = [1_000, 5_000, 30_000];
const ackMsOptions = [0, 0, 2_000, 4_000];

export class Worker {
  readonly #ports: WorkerPorts;
  readonly #traits: Traits;
  readonly #asksAgain: boolean;

  constructor(ports: WorkerPorts, traits: Traits) {
    this.#ports = ports;
    this.#traits = traits;
    // What is assigned to a person does not run out.
    const isPerson = traits.performers.includes('human');
    this.#asksAgain = ports.world.dice.chance(0.5) || isPerson;
  }

  get #dice(): Dice {
    return this.#ports.world.dice;
  }

  get #isWild(): boolean {
    return this.#ports.world.isWild;
  }

  async work(): Promise<void> {
    const { world } = this.#ports;
    for (;;) {
      if (world.isOver) return;
      const claimed = await this.#claim();
      if (claimed) await this.#perform(claimed);
      else await sleep(this.#dice.int(100, 1_500));
    }
  }

  async #claim(): Promise<ClaimedStep | null> {
    const { world, network, ledger } = this.#ports;
    const once = this.#isWild && this.#dice.chance(0.2) ? ledger.newKey() : undefined;
    const waitMs = this.#dice.pick([0, 10_000, 20_000]);
    const request = {
      tenant: world.tenant,
      ...this.#traits,
      actions: null,
      notActions: [forgetfulAction],
      run: null,
      leaseMs: this.#dice.pick(leaseMsOptions),
      ackMs: this.#dice.pick(ackMsOptions),
      waitMs,
      // Whoever never asks again has leases that it does not know of.
      again: this.#asksAgain && (!this.#isWild || this.#dice.chance(0.2)),
      ...(once ? { once } : {}),
    };
    const reply = await network.call((engine) => engine.claim(request), waitMs);
    if (reply.ok && reply.value === null) return null;
    ledger.answered(once, reply);
    if (reply.ok && reply.value?.isOver) return null;
    if (reply.ok && reply.value) world.leases.shown(reply.value);
    return reply.ok ? reply.value : null;
  }

  async #perform(claimed: ClaimedStep): Promise<void> {
    const { network } = this.#ports;
    const call = this.#callOf(claimed);
    if (!this.#isWild) return this.#finish(claimed, call);
    if (claimed.acknowledgeBy > 0 && this.#dice.chance(0.8)) await this.#showLife(call);
    if (this.#dice.chance(0.2)) {
      await network.call((engine) => engine.startStep({ ...call, reportedAt: 1 }));
    }
    await sleep(this.#dice.chance(0.1) ? this.#dice.int(2_000, 40_000) : this.#dice.int(1, 800));
    if (this.#dice.chance(0.15)) await this.#showLife(call);
    await this.#end(claimed, call);
    if (this.#dice.chance(0.15)) await this.#cheat(claimed, call);
  }

  async #showLife(call: HolderCall): Promise<void> {
    const { network } = this.#ports;
    if (this.#dice.chance(0.5)) {
      const tokens = [call.token];
      await network.call((engine) => engine.renew({ ...call, tokens }));
      return;
    }
    await network.call((engine) => engine.heartbeat({ ...call, progress: 50, note: 'half' }));
    await sleep(this.#dice.int(100, 3_000));
  }

  async #end(claimed: ClaimedStep, call: HolderCall): Promise<void> {
    const { network } = this.#ports;
    const ends = { finish: 14, fail: 4, ask: 1, propose: 1, release: 1, die: 1 };
    switch (this.#dice.weighted(ends)) {
      case 'finish':
        return this.#finish(claimed, call);
      case 'fail':
        return this.#fail(call);
      case 'ask':
        await network.call((engine) => engine.ask({ ...call, question: 'which one?' }));
        return;
      case 'propose': {
        const proposal = { act: this.#dice.int(1, 3) };
        await network.call((engine) => engine.propose({ ...call, proposal }));
        return;
      }
      case 'release':
        await network.call((engine) => engine.release(call));
        return;
      case 'die':
        return sleep(this.#dice.int(100, 5_000));
    }
  }

  async #fail(call: HolderCall): Promise<void> {
    const once = this.#maybeKey();
    const failure = this.#dice.pick(failureClasses);
    const told = { class: failure, message: 'no', ...usageOf(this.#dice) };
    const request = { ...call, ...told, ...(once ? { once } : {}) };
    await this.#insist(once, (engine) => engine.fail(request));
  }

  #maybeKey(): Once | undefined {
    return this.#dice.chance(0.4) ? this.#ports.ledger.newKey() : undefined;
  }

  async #finish(claimed: ClaimedStep, call: HolderCall): Promise<void> {
    const once = this.#maybeKey();
    const patch = this.#growth(claimed);
    const isLie = this.#isWild && this.#dice.chance(0.1);
    const request = {
      ...call,
      output: { ok: isLie ? 'yes' : this.#dice.int(1, 1_000) },
      ...choiceFor(claimed, this.#dice, this.#isWild),
      ...usageOf(this.#dice),
      ...(patch ? { patch } : {}),
      ...(once ? { once } : {}),
    };
    const reply = await this.#insist(once, (engine) => engine.complete(request));
    if (reply.ok) this.#completed(claimed, isLie);
    else if (!isSilence(reply.code)) await this.#finishPlainly(claimed, call);
  }

  #completed({ run, step, attempt }: ClaimedStep, isLie: boolean): void {
    const { ledger, world } = this.#ports;
    ledger.completed({ run, step, attempt, holder: this.#traits.holder });
    const hasSchema = world.watch(run).steps.get(step)?.def.schema !== undefined;
    if (isLie && hasSchema) world.problems.push(`${run}: ${step} took an output that does not fit`);
  }

  /** What it showed or wanted to add was refused: then as it should be. */
  async #finishPlainly(claimed: ClaimedStep, call: HolderCall): Promise<void> {
    const request = { ...call, output: { ok: 1 }, ...choiceFor(claimed, this.#dice, this.#isWild) };
    const reply = await this.#ports.network.call((engine) => engine.complete(request));
    if (reply.ok) this.#completed(claimed, false);
  }

  #growth(claimed: ClaimedStep): WorkPatch | null {
    const { world } = this.#ports;
    if (!this.#isWild || !this.#dice.chance(0.3)) return null;
    return growth(this.#dice, world.watch(claimed.run), claimed.step, world.clock.now());
  }

  /** Calls until it is answered; with a key it may, now and then, call once too often. */
  async #insist<Value>(
    once: Once | undefined,
    send: (engine: Engine) => Promise<Value>,
  ): Promise<Reply<Value>> {
    const { network, ledger } = this.#ports;
    let reply = await network.call(send);
    ledger.answered(once, reply);
    for (let tries = 0; tries < 3 && !reply.ok && isSilence(reply.code); tries += 1) {
      await sleep(this.#dice.int(10, 1_000));
      reply = await network.call(send);
      ledger.answered(once, reply);
    }
    if (once && this.#isWild && this.#dice.chance(0.3)) {
      ledger.answered(once, await network.call(send));
    }
    return reply;
  }

  #callOf({ token }: ClaimedStep): HolderCall {
    return { tenant: this.#ports.world.tenant, holder: this.#traits.holder, token };
  }

  /** Late, with another one's token, or with a token it made itself. What comes of it shows in the log. */
  async #cheat({ run, step, attempt }: ClaimedStep, call: HolderCall): Promise<void> {
    const { network, secret } = this.#ports;
    const next = { run, step, attempt: attempt + 1 };
    const calls: HolderCall[] = [
      call,
      { ...call, holder: 'agent_thief' },
      { ...call, token: leaseToken('not the secret', { run, step, attempt }, call.holder) },
      { ...call, token: leaseToken(secret, next, call.holder) },
    ];
    const output = { ok: 0 };
    await network.call((engine) => engine.complete({ ...this.#dice.pick(calls), output }));
  }
}
