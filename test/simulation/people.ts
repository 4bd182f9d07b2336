// Persons at the controls: they pause, resume, cancel, kill, try again, skip, answer, take over, give
// back, approve something else and edit, now and then at the worst moment. When the world is calm they only help: they resume, answer and lift.
import type { ControlRequest } from '../../src/engine/engine-api.ts';
import type { Dice } from './dice.ts';
import { randomEdit } from './edits.ts';
import { randomBudget } from './graphs.ts';
import { isSilence } from './ledger.ts';
import type { RunWatch } from './run-watch.ts';
import type { SeenStep } from './seen-step.ts';
import { sleep } from './virtual-timers.ts';
import type { WorkerPorts } from './workers.ts';

type Action = ControlRequest extends infer Request
  ? Request extends ControlRequest
    ? Omit<Request, 'tenant' | 'run' | 'by' | 'once'>
    : never
  : never;

const by = 'person_boss1';
const other = 'person_boss2';

const weights = {
  pause: 3,
  resume: 4,
  cancel: 1.5,
  kill: 0.3,
  retry: 4,
  skip: 2,
  accept: 1,
  approve: 3,
  fund: 1,
  refuse: 1,
  instead: 1,
  take: 1,
  giveBack: 1,
  reassign: 1,
  answer: 3,
  signal: 2,
  edit: 5,
  note: 1,
  message: 1,
  switch: 0.5,
};

export class Person {
  readonly #ports: WorkerPorts;

  constructor(ports: WorkerPorts) {
    this.#ports = ports;
  }

  get #dice(): Dice {
    return this.#ports.world.dice;
  }

  async steer(): Promise<void> {
    const { world } = this.#ports;
    for (;;) {
      await sleep(world.isWild ? this.#dice.int(200, 6_000) : 2_000);
      if (world.isOver) return;
      const watch = this.#dice.maybe([...world.watches.values()]);
      if (world.isWild && watch) await this.#meddle(watch);
      else if (!world.isWild) await this.#help();
    }
  }

  /** Whatever only a person can move. A switch may have been thrown by a message that came late. */
  async #help(): Promise<void> {
    for (const { scope } of await this.#ports.world.real.switches()) {
      await liftSwitch(this.#ports, scope);
    }
    for (const watch of this.#ports.world.watches.values()) {
      if (watch.isOver) continue;
      if (watch.isHeld) await this.#control(watch, { action: 'resume' });
      for (const { def } of watch.in('DONE')) {
        // Its check may have failed for good, or there may be nobody but its author to do it.
        const accept = {
          action: 'accept_with_shortfall',
          step: def.id,
          reason: 'so be it',
        } as const;
        await this.#control(watch, accept);
      }
      // What the boss took, or gave to somebody who does not come for it, nobody else gets.
      for (const { def } of watch.in('LEASED')) {
        await this.#control(watch, { action: 'give_back', step: def.id });
      }
      for (const step of watch.in('WAITING')) {
        const action = helpFor(step);
        // Whoever had it last does not approve it.
        if (action) await this.#control(watch, action, action.action === 'approve' ? other : by);
      }
    }
  }

  async #meddle(watch: RunWatch): Promise<void> {
    const kind = this.#dice.weighted(weights);
    const { network, world } = this.#ports;
    const { tenant } = world;
    switch (kind) {
      case 'edit':
        return this.#edit(watch);
      case 'switch':
        return this.#throwSwitch();
      case 'note': {
        const note = { by, step: '', kind: 'remark', reportedAt: 0, note: { text: 'x' } };
        await network.call((engine) => engine.note({ tenant, run: watch.id, ...note }));
        return;
      }
      case 'message': {
        const message = { by, to: '', step: '', thread: 'talk', text: 'hello' };
        await network.call((engine) => engine.message({ tenant, run: watch.id, ...message }));
        return;
      }
      default:
        return this.#control(watch, this.#action(watch, kind));
    }
  }

  #action(
    watch: RunWatch,
    kind: Exclude<keyof typeof weights, 'edit' | 'switch' | 'note' | 'message'>,
  ): Action {
    const dice = this.#dice;
    const any = [...watch.steps.keys()];
    switch (kind) {
      case 'pause':
      case 'resume':
      case 'kill':
        return { action: kind };
      case 'cancel':
        return {
          action: 'cancel',
          compensate: dice.chance(0.8),
          drainMs: dice.pick([0, 500, 10_000]),
        };
      case 'retry':
        return { action: 'retry_step', step: this.#one(watch.in('FAILED', 'WAITING'), any) };
      case 'skip':
        return { action: 'skip_step', step: this.#one(watch.in('FAILED', 'READY', 'LEASED'), any) };
      case 'accept': {
        const step = this.#one(watch.in('DONE', 'FAILED', 'READY'), any);
        return { action: 'accept_with_shortfall', step, reason: 'good enough' };
      }
      case 'fund':
        return { action: 'fund', budget: dice.chance(0.3) ? {} : randomBudget(dice) };
      case 'approve':
        return { action: 'approve', ...this.#asked(watch, any) };
      case 'refuse':
        return { action: 'reject', ...this.#asked(watch, any), reason: 'not so' };
      case 'instead': {
        const part = dice.chance(0.5) ? { spec: { mails: 3 } } : { proposal: { mails: 2 } };
        return { action: 'approve_alternative', ...this.#asked(watch, any), ...part };
      }
      case 'take':
        return { action: 'take_over', step: this.#one(watch.in('LEASED', 'READY'), any) };
      case 'giveBack':
        return { action: 'give_back', step: this.#one(watch.in('LEASED'), any) };
      case 'reassign': {
        const step = this.#one(watch.in('LEASED', 'READY'), any);
        return { action: 'reassign', step, to: dice.pick(['agent_a', 'agent_b']) };
      }
      case 'answer':
        return { action: 'answer', step: this.#one(watch.in('WAITING'), any), answer: 'this one' };
      case 'signal':
        return { action: 'signal', key: `key_${dice.int(1, 3)}` };
    }
  }

  /** What somebody asked for, now and then what is not asked any more. */
  #asked(watch: RunWatch, any: readonly string[]): { step: string; digest: string } {
    const waiting = watch.in('WAITING').filter((one) => one.waitFor === 'approval');
    const step = this.#one(waiting, any);
    const digest = this.#dice.chance(0.1) ? 'ab'.repeat(32) : (watch.steps.get(step)?.asked ?? '');
    return { step, digest };
  }

  #one(likely: readonly SeenStep[], any: readonly string[]): string {
    const step = this.#dice.chance(0.8) ? this.#dice.maybe(likely) : undefined;
    return step?.def.id ?? this.#dice.maybe(any) ?? 'task_1';
  }

  async #control(watch: RunWatch, action: Action, who = by): Promise<void> {
    const { world, network, ledger } = this.#ports;
    const once = this.#dice.chance(0.3) ? ledger.newKey() : undefined;
    const base = { tenant: world.tenant, run: watch.id, by: who, ...(once ? { once } : {}) };
    const request = { ...base, ...action } as ControlRequest;
    const reply = await network.call((engine) => engine.control(request));
    ledger.answered(once, reply);
    if (!once || !world.isWild || !this.#dice.chance(0.3)) return;
    ledger.answered(once, await network.call((engine) => engine.control(request)));
    const other = { ...request, once: { ...once, bodyHash: 'b' } };
    ledger.checkMismatch(once, await network.call((engine) => engine.control(other)));
  }

  async #edit(watch: RunWatch): Promise<void> {
    const { world, network, ledger } = this.#ports;
    const edit = randomEdit(this.#dice, watch, world.clock.now());
    const once = this.#dice.chance(0.3) ? ledger.newKey() : undefined;
    const request = { run: watch.id, by, ...edit, ...(once ? { once } : {}) };
    const reply = await network.call((engine) => engine.patch(request));
    ledger.answered(once, reply);
    const isUnheard = !reply.ok && isSilence(reply.code);
    if (!once || !isUnheard) return;
    ledger.answered(once, await network.call((engine) => engine.patch(request)));
  }

  async #throwSwitch(): Promise<void> {
    const { world, network } = this.#ports;
    const scope = this.#dice.pick([`tenant:${world.tenant}`, 'agent:agent_a', 'agent:person_c']);
    const request = { scope, by, reason: 'stop' };
    await network.call((engine) => engine.setSwitch({ ...request, isOn: true }));
    await sleep(this.#dice.int(500, 5_000));
    await liftSwitch(this.#ports, scope);
  }
}

/** Until it is heard: nothing goes on behind a switch. */
async function liftSwitch({ network }: WorkerPorts, scope: string): Promise<void> {
  const request = { scope, by, reason: '', isOn: false };
  for (;;) {
    const reply = await network.call((engine) => engine.setSwitch(request));
    if (reply.ok) return;
    await sleep(500);
  }
}

function helpFor({ def, waitFor, waitKey }: SeenStep): Action | null {
  switch (waitFor) {
    case 'answer':
      return { action: 'answer', step: def.id, answer: 'go on' };
    case 'event':
      return { action: 'signal', key: waitKey };
    case 'approval':
      return { action: 'approve', step: def.id, digest: waitKey };
    case 'budget':
      return { action: 'fund', budget: {} };
    case 'gate':
    case 'outsider':
      return { action: 'skip_step', step: def.id };
    case 'time':
    case 'capability':
    case '':
      return null;
  }
}
