// Plays moves on the real engines and on the model, and compares them after each.
import assert from 'node:assert/strict';
import type { ClaimedStep, HolderCall } from '../../src/engine/engine-api.ts';
import { leaseToken } from '../../src/engine/lease.ts';
import { leaf } from '../support/run-driver.ts';
import { claimRequest, createRun, tenant } from '../support/temp-engine.ts';
import type { Move } from './moves.ts';
import { type ModelStepDef, RunModel, type Token } from './run-model.ts';
import type { TwoEngines } from './two-engines.ts';

const lost = { code: 'lease_lost' };

export class Player {
  readonly run: string;
  readonly #rig: TwoEngines;
  readonly #model: RunModel;
  readonly #tokens: Token[] = [];
  #secret = '';
  #done = 0;

  constructor(rig: TwoEngines, run: string, model: RunModel) {
    this.#rig = rig;
    this.run = run;
    this.#model = model;
  }

  static async begin(rig: TwoEngines, run: string, defs: readonly ModelStepDef[]): Promise<Player> {
    const steps = defs.map(({ id, needs, isGroup, attemptsMax, timeoutMs }) =>
      leaf(id, needs, {
        purpose: isGroup ? 'group' : 'work',
        attempts_max: attemptsMax,
        timeout_ms: timeoutMs,
      }),
    );
    await rig.settle(createRun(rig.engine(0), run, steps));
    const player = new Player(rig, run, new RunModel(defs, rig.clock.now()));
    player.#secret = (await rig.store.meta('secret')) ?? '';
    return player;
  }

  async play(move: Move): Promise<void> {
    await this.#move(move);
    await this.#compare();
  }

  async #move(move: Move): Promise<void> {
    switch (move.do) {
      case 'claim':
        return this.#claim(move.engine, move.holder, move.leaseMs);
      case 'start':
      case 'beat':
      case 'complete':
      case 'fail':
        return this.#useToken(move);
      case 'steal':
      case 'forge':
        return this.#cheat(move);
      case 'advance':
        await this.#rig.advance(move.ms);
        return this.#model.advance(move.ms);
      case 'note':
        return this.#note(move.engine);
      case 'restart':
        return this.#rig.restart(move.engine);
      case 'raceClaim':
        return this.#raceClaim(move.count);
      case 'raceComplete':
        return this.#raceComplete(move.token);
    }
  }

  #call({ token, holder }: Token): HolderCall {
    return { tenant, holder, token };
  }

  #token(index: number): Token | undefined {
    if (index < 0) return this.#tokens.at(-1);
    return this.#tokens[index % Math.max(1, this.#tokens.length)];
  }

  async #claim(engine: number, who: number, leaseMs: number): Promise<void> {
    const request = claimRequest({ run: this.run, holder: `agent_${who}`, leaseMs });
    const claimed = await this.#rig.settle(this.#rig.engine(engine).claim(request));
    const ready = this.#model.ready();
    if (claimed === null) assert.deepEqual(ready, []);
    else this.#given(claimed, request.holder, leaseMs, ready);
  }

  #given(claimed: ClaimedStep, holder: string, leaseMs: number, ready: readonly string[]): void {
    const { step, attempt, token } = claimed;
    assert.ok(ready.includes(step), `${step} was handed out and is not ready`);
    this.#model.lease(step, leaseMs);
    assert.equal(attempt, this.#model.steps.get(step)?.attempt);
    assert.ok(!this.#tokens.some((one) => one.token === token), 'a token was given out twice');
    this.#tokens.push({ step, attempt, holder, token });
  }

  async #useToken(move: Move & { readonly token: number; readonly engine: number }): Promise<void> {
    const token = this.#token(move.token);
    if (!token) return;
    const isCurrent = this.#model.isCurrent(token);
    const work = this.#send(move, token);
    if (!isCurrent) return assert.rejects(this.#rig.settle(work), lost);
    const answer = await this.#rig.settle(work);
    if (move.do === 'complete') this.#model.verify(token.step);
    if (move.do === 'fail') this.#model.fail(token.step, move.class);
    if (move.do === 'beat') {
      assert.deepEqual(answer, { expiresAt: this.#model.beat(token.step) });
    }
  }

  #send(move: Move & { readonly engine: number }, token: Token): Promise<unknown> {
    const engine = this.#rig.engine(move.engine);
    const call = this.#call(token);
    if (move.do === 'complete') return engine.complete({ ...call, output: { by: token.holder } });
    if (move.do === 'fail') return engine.fail({ ...call, class: move.class, message: 'no' });
    if (move.do === 'start') return engine.startStep({ ...call, reportedAt: 1 });
    return engine.heartbeat({ ...call, progress: 50, note: 'half' });
  }

  /** Another holder with a real token, or the holder with a token of an attempt it never got. */
  async #cheat(move: Move & { readonly do: 'steal' | 'forge' }): Promise<void> {
    const token = this.#token(move.token);
    if (!token) return;
    const { step, holder } = token;
    const next = { run: this.run, step, attempt: token.attempt + 1 };
    const isReallyGiven = this.#tokens.some(
      (one) => one.step === step && one.attempt === next.attempt && one.holder === holder,
    );
    if (move.do === 'forge' && isReallyGiven) return;
    const call =
      move.do === 'steal'
        ? { tenant, holder: 'agent_thief', token: token.token }
        : { tenant, holder, token: leaseToken(this.#secret, next, holder) };
    const work = this.#rig.engine(move.engine).complete({ ...call, output: {} });
    await assert.rejects(this.#rig.settle(work), lost);
  }

  async #note(engine: number): Promise<void> {
    const note = { by: 'agent_0', step: '', kind: 'remark', reportedAt: 0, note: { text: 'x' } };
    await this.#rig.settle(this.#rig.engine(engine).note({ tenant, run: this.run, ...note }));
  }

  async #raceClaim(count: number): Promise<void> {
    const ready = this.#model.ready();
    const leaseMs = 60_000;
    const holders = Array.from({ length: count }, (_, index) => `agent_${index}`);
    const claims = holders.map((holder, index) =>
      this.#rig.engine(index).claim(claimRequest({ run: this.run, holder, leaseMs })),
    );
    const claimed = await this.#rig.settle(Promise.all(claims));
    const steps = claimed.flatMap((one) => one?.step ?? []);
    assert.equal(new Set(steps).size, steps.length);
    assert.equal(steps.length > 0, ready.length > 0);
    for (const [index, one] of claimed.entries()) {
      if (one) this.#given(one, holders[index] ?? '', leaseMs, ready);
    }
  }

  /** The same completion through both engines at once: it counts once. */
  async #raceComplete(index: number): Promise<void> {
    const token = this.#token(index);
    if (!token) return;
    const isCurrent = this.#model.isCurrent(token);
    const tries = [0, 1].map((engine) =>
      this.#send({ do: 'complete', engine, token: index }, token),
    );
    const ends = await this.#rig.settle(Promise.allSettled(tries));
    const taken = ends.filter((end) => end.status === 'fulfilled').length;
    assert.equal(taken, isCurrent ? 1 : 0);
    if (isCurrent) this.#model.verify(token.step);
  }

  async #compare(): Promise<void> {
    const rows = await this.#rig.store.steps(this.run);
    const states = Object.fromEntries(rows.map((row) => [row.step, row.state]));
    assert.deepEqual(states, this.#model.states());
    assert.ok(rows.every((row) => row.attempt <= row.attempts_max));
    const run = await this.#rig.store.run(this.run);
    const { status, steps_done: done } = run ?? { status: 'none', steps_done: -1 };
    assert.deepEqual([status, done], [this.#model.status(), this.#model.done()]);
    assert.ok(done >= this.#done, 'progress fell');
    this.#done = done;
    assert.deepEqual(this.#rig.errors, []);
  }
}
