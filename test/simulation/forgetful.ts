// An agent whose claims lose their answers, and that lives on: it claims again, works long on the one
// step that it knows of and shows that token all the time. What it does not know of must be free again
// all the same. Nobody else may take its steps, so that every seed sees it.
import type { ClaimedStep, ClaimRequest, HolderCall } from '../../src/engine/engine-api.ts';
import { leaf } from '../support/run-driver.ts';
import { sleep } from './virtual-timers.ts';
import type { WorkerPorts } from './workers.ts';

const holder = 'agent_forgetful';
const leaseMs = 5_000;
/** Longer than a lost lease may be locked. */
const busyMs = 40_000;

export const forgetfulAction = 'forgetful';
const steps = ['task_1', 'task_2', 'task_3', 'task_4'].map((id) =>
  leaf(id, [], { action: forgetfulAction, attempts_max: 100, timeout_ms: 3_600_000 }),
);

export class Forgetful {
  readonly #ports: WorkerPorts;
  readonly #run: string;

  constructor(ports: WorkerPorts, run: string) {
    this.#ports = ports;
    this.#run = run;
  }

  get #isOver(): boolean {
    const { world } = this.#ports;
    return world.isOver || (world.watches.get(this.#run)?.isOver ?? false);
  }

  async work(): Promise<void> {
    const { world, network } = this.#ports;
    const { tenant } = world;
    const about = { kind: 'execution', plan: 'plan_sim1', by: 'person_boss1' } as const;
    const added = steps.map((def) => ({ def, spec: { title: def.id } }));
    const request = { run: this.#run, tenant, steps: added, ...about };
    await network.call((engine) => engine.createRun(request));
    for (let lost = world.dice.int(1, 2); lost > 0; lost -= 1) await this.#ask();
    const known = await this.#claim();
    if (known) await this.#holdOn(known);
    while (!this.#isOver) {
      const claimed = await this.#claim();
      if (claimed) await this.#finish(claimed);
      else await sleep(500);
    }
  }

  async #ask(): Promise<ClaimedStep | null> {
    const { world, network } = this.#ports;
    const request: ClaimRequest = {
      ...{ tenant: world.tenant, holder, performers: ['agent'], run: this.#run },
      ...{ actions: null, leaseMs, ackMs: world.dice.pick([0, 2_000]), waitMs: 0 },
    };
    const reply = await network.call((engine) => engine.claim(request));
    return reply.ok ? reply.value : null;
  }

  async #claim(): Promise<ClaimedStep | null> {
    const claimed = await this.#ask();
    if (claimed) this.#ports.world.leases.shown(claimed);
    return claimed;
  }

  async #holdOn(known: ClaimedStep): Promise<void> {
    const { world, network } = this.#ports;
    const { dice } = world;
    const call: HolderCall = { tenant: world.tenant, holder, token: known.token };
    const until = world.timers.now + busyMs;
    while (world.timers.now < until && !this.#isOver) {
      const beat = { ...call, progress: null, note: null };
      if (dice.chance(0.5)) await network.call((engine) => engine.heartbeat(beat));
      else await network.call((engine) => engine.renew({ ...call, tokens: [call.token] }));
      world.leases.shown(known);
      await sleep(dice.int(300, 1_200));
      if (dice.chance(0.05)) await this.#ask();
    }
    await this.#finish(known);
  }

  async #finish({ token }: ClaimedStep): Promise<void> {
    const { world, network } = this.#ports;
    const call = { tenant: world.tenant, holder, token, output: { ok: 1 } };
    await network.call((engine) => engine.complete(call));
  }
}
