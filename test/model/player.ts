// Plays moves on the real engines and on the model, and compares them after each.
import assert from 'node:assert/strict';
import { isPlanwrightError } from '../../src/base/errors.ts';
import type {
  ClaimedStep,
  ControlRequest,
  HolderCall,
  StepAnswer,
} from '../../src/engine/engine-api.ts';
import { leaseToken } from '../../src/engine/lease.ts';
import { decodeEvent } from '../../src/engine/log-header.ts';
import { leaf } from '../support/run-driver.ts';
import { claimRequest, createRun, tenant } from '../support/temp-engine.ts';
import type { Move, MoveName, MoveOf } from './moves.ts';
import { type ModelStepDef, RunModel, type Token } from './run-model.ts';
import type { TwoEngines } from './two-engines.ts';

const lost = { code: 'lease_lost' };
const by = 'person_model1';

const graphStep = ({ id, needs, isGroup, attemptsMax, timeoutMs, hasEffect }: ModelStepDef) =>
  leaf(id, needs, {
    purpose: isGroup ? 'group' : 'work',
    attempts_max: attemptsMax,
    timeout_ms: timeoutMs,
    ...(hasEffect
      ? { reversibility: 'compensable', undo: { performer: 'agent', action: 'undo_it' } }
      : {}),
  });

type Moves = { readonly [Name in MoveName]: (move: MoveOf<Name>) => Promise<void> | void };

export class Player {
  readonly run: string;
  readonly #rig: TwoEngines;
  readonly #model: RunModel;
  readonly #tokens: Token[] = [];
  #secret = '';
  #progress = 0;
  #keys = 0;
  #added = 0;

  constructor(rig: TwoEngines, run: string, model: RunModel) {
    this.#rig = rig;
    this.run = run;
    this.#model = model;
  }

  static async begin(rig: TwoEngines, run: string, defs: readonly ModelStepDef[]): Promise<Player> {
    await rig.settle(createRun(rig.engine(0), run, defs.map(graphStep)));
    const player = new Player(rig, run, new RunModel(defs, rig.clock.now()));
    player.#secret = (await rig.store.meta('secret')) ?? '';
    return player;
  }

  async play(move: Move): Promise<void> {
    await (this.#moves[move.do] as (move: Move) => Promise<void> | void)(move);
    await this.#compare();
  }

  readonly #moves: Moves = {
    claim: (move) => this.#claim(move),
    start: (move) => this.#useToken(move, () => undefined),
    beat: (move) => this.#useToken(move, (token, answer) => this.#heardBeat(token, answer)),
    complete: (move) => this.#useToken(move, ({ step }) => this.#model.verify(step)),
    fail: (move) => this.#useToken(move, (token, answer) => this.#heardFail(move, token, answer)),
    ask: (move) => this.#ask(move),
    release: (move) => this.#useToken(move, ({ step }) => this.#model.release(step)),
    completeOnce: (move) => this.#completeOnce(move),
    steal: (move) => this.#cheat(move),
    forge: (move) => this.#cheat(move),
    renew: (move) => this.#renew(move),
    answer: (move) => {
      const step = this.#stepId(move.step);
      return this.#control(
        move,
        { action: 'answer', step, answer: 'so' },
        this.#model.answer(step),
      );
    },
    retry: (move) => {
      const step = this.#stepId(move.step);
      return this.#control(move, { action: 'retry_step', step }, this.#model.retry(step));
    },
    skip: (move) => {
      const step = this.#stepId(move.step);
      return this.#control(move, { action: 'skip_step', step }, this.#model.skip(step));
    },
    pause: (move) => this.#control(move, { action: 'pause' }, this.#model.pause()),
    resume: (move) => this.#control(move, { action: 'resume' }, this.#model.resume()),
    cancel: (move) => {
      const { compensate, drainMs } = move;
      const isTaken = this.#model.cancel(compensate, drainMs);
      return this.#control(move, { action: 'cancel', compensate, drainMs }, isTaken);
    },
    kill: (move) => this.#control(move, { action: 'kill' }, this.#model.kill()),
    add: (move) => this.#add(move),
    drop: (move) => this.#drop(move),
    note: (move) => this.#note(move),
    restart: (move) => this.#rig.restart(move.engine),
    advance: async ({ ms }) => {
      await this.#rig.advance(ms);
      this.#model.advance(ms);
    },
    raceClaim: (move) => this.#raceClaim(move),
    raceComplete: (move) => this.#raceComplete(move),
  };

  #token(index: number): Token | undefined {
    if (index < 0) return this.#tokens.at(-1);
    return this.#tokens[index % Math.max(1, this.#tokens.length)];
  }

  #stepId(index: number): string {
    const ids = [...this.#model.steps.keys()];
    return ids[index % ids.length] ?? '';
  }

  async #claim({ engine, holder: who, leaseMs }: MoveOf<'claim'>): Promise<void> {
    const request = claimRequest({ run: this.run, holder: `agent_${who}`, leaseMs });
    const claimed = await this.#rig.settle(this.#rig.engine(engine).claim(request));
    const ready = this.#model.ready();
    if (claimed === null) assert.deepEqual(ready, []);
    else this.#given(claimed, request.holder, leaseMs, ready);
  }

  #given(claimed: ClaimedStep, holder: string, leaseMs: number, ready: readonly string[]): void {
    const { step, attempt, token } = claimed;
    assert.ok(ready.includes(step), `${step} was handed out and is not ready`);
    this.#model.lease(step, holder, leaseMs);
    assert.equal(attempt, this.#model.steps.get(step)?.attempt);
    assert.ok(!this.#tokens.some((one) => one.token === token), 'a token was given out twice');
    this.#tokens.push({ step, attempt, holder, token });
  }

  async #useToken(move: TokenMove, heard: (token: Token, answer: unknown) => void): Promise<void> {
    const token = this.#token(move.token);
    if (!token) return;
    const isLate = move.do === 'complete' && this.#model.mayComeLate(token);
    const isTaken = isLate || this.#model.isCurrent(token);
    const work = this.#send(move, token);
    if (isTaken) heard(token, await this.#rig.settle(work));
    else await assert.rejects(this.#rig.settle(work), lost);
  }

  #send(move: TokenMove, { token, holder }: Token): Promise<unknown> {
    const engine = this.#rig.engine(move.engine);
    const call: HolderCall = { tenant, holder, token };
    switch (move.do) {
      case 'complete':
      case 'raceComplete':
        return engine.complete({ ...call, output: { by: holder } });
      case 'fail':
        return engine.fail({ ...call, class: move.class, message: 'no' });
      case 'start':
        return engine.startStep({ ...call, reportedAt: 1 });
      case 'beat':
        return engine.heartbeat({ ...call, progress: 50, note: 'half' });
      case 'ask':
        return engine.ask({ ...call, question: 'which one?' });
      case 'release':
        return engine.release(call);
    }
  }

  #heardBeat({ step }: Token, answer: unknown): void {
    const expiresAt = this.#model.beat(step);
    assert.deepEqual(answer, { expiresAt, signal: this.#model.signal(step) });
  }

  #heardFail(move: MoveOf<'fail'>, { step }: Token, answer: unknown): void {
    const { waitUntil } = answer as StepAnswer;
    const [from, to] = this.#model.waitRange(step);
    if (waitUntil > 0) assert.ok(waitUntil >= from && waitUntil <= to, 'the back-off is off');
    this.#model.fail(step, move.class, waitUntil);
  }

  async #ask(move: MoveOf<'ask'>): Promise<void> {
    const token = this.#token(move.token);
    const isRefused = token && this.#model.isCurrent(token) && !this.#model.mayAsk(token.step);
    if (!isRefused) return this.#useToken(move, ({ step }) => this.#model.ask(step));
    await assert.rejects(this.#rig.settle(this.#send(move, token)), { code: 'not_allowed_now' });
  }

  /** With a key: the same answer from both engines, and none for another body. */
  async #completeOnce(move: MoveOf<'completeOnce'>): Promise<void> {
    const token = this.#token(move.token);
    if (!token || !this.#model.isCurrent(token)) return;
    this.#keys += 1;
    const once = { key: `${this.run}/${this.#keys}`, bodyHash: 'a' };
    const { holder } = token;
    const request = { tenant, holder, token: token.token, output: { by: holder } };
    const ask = (engine: number, bodyHash: string) =>
      this.#rig.settle(
        this.#rig.engine(engine).complete({ ...request, once: { ...once, bodyHash } }),
      );
    const answer = await ask(move.engine, 'a');
    this.#model.verify(token.step);
    assert.deepEqual(await ask(move.engine + 1, 'a'), answer);
    await assert.rejects(ask(move.engine + 1, 'b'), { code: 'idempotency_mismatch' });
  }

  /** Another holder with a real token, or the holder with a token of an attempt it never got. */
  async #cheat(move: MoveOf<'steal' | 'forge'>): Promise<void> {
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

  /** All tokens that it was ever given; of those, what it still holds is renewed. */
  async #renew({ engine, holder: name }: MoveOf<'renew'>): Promise<void> {
    const holder = `agent_${name}`;
    const own = this.#tokens.filter((token) => token.holder === holder);
    const tokens = own.map(({ token }) => token);
    const answers = await this.#rig.settle(
      this.#rig.engine(engine).renew({ tenant, holder, tokens }),
    );
    this.#model.renew(holder);
    const held = own.map((token) => this.#model.isCurrent(token));
    assert.deepEqual(
      answers.map(({ isHeld }) => isHeld),
      held,
    );
  }

  /** The model has done it already, or says that it cannot be. */
  async #control({ engine }: Move, action: Action, isTaken: boolean): Promise<void> {
    const request = { tenant, run: this.run, by, ...action } as ControlRequest;
    await this.#expect(this.#rig.engine(engine).control(request), isTaken);
  }

  async #expect(work: Promise<unknown>, isTaken: boolean): Promise<void> {
    const code = await this.#rig.settle(work).then(
      () => 'taken',
      (error: unknown) => (isPlanwrightError(error) ? error.code : error),
    );
    if (isTaken) assert.equal(code, 'taken');
    else assert.ok(['not_allowed_now', 'INVALID_ARGUMENTS'].includes(String(code)), String(code));
  }

  async #add({ engine, needs, isStale }: MoveOf<'add'>): Promise<void> {
    this.#added += 1;
    const def: ModelStepDef = {
      id: `task_new${this.#added}`,
      needs: [...new Set(needs.map((index) => this.#stepId(index)))],
      isGroup: false,
      attemptsMax: 2,
      timeoutMs: 600_000,
      hasEffect: true,
    };
    const added = [{ def: graphStep(def), spec: { title: def.id } }];
    // What is only added touches nothing, so that it does not matter what it was made for.
    const baseRev = isStale ? 1 : await this.#rev();
    const request = { run: this.run, by, cause: 'edit', baseRev, added } as const;
    await this.#expect(this.#rig.engine(engine).patch(request), this.#model.addStep(def));
  }

  async #drop({ engine, step }: MoveOf<'drop'>): Promise<void> {
    const id = this.#stepId(step);
    if (this.#model.isNeeded(id) || this.#model.steps.get(id)?.def.undoes !== undefined) return;
    const baseRev = await this.#rev();
    const patch = {
      run: this.run,
      by,
      cause: 'edit',
      baseRev,
      added: [],
      cancelled: [id],
    } as const;
    await this.#expect(this.#rig.engine(engine).patch(patch), this.#model.cancelStep(id));
  }

  async #rev(): Promise<number> {
    return (await this.#rig.store.run(this.run))?.rev ?? 0;
  }

  async #note({ engine }: MoveOf<'note'>): Promise<void> {
    const note = { by: 'agent_0', step: '', kind: 'remark', reportedAt: 0, note: { text: 'x' } };
    await this.#rig.settle(this.#rig.engine(engine).note({ tenant, run: this.run, ...note }));
  }

  async #raceClaim({ count }: MoveOf<'raceClaim'>): Promise<void> {
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
    const given = claimed.flatMap((one, index) => (one ? [{ one, index }] : []));
    const order = await this.#leaseOrder();
    given.sort((a, b) => order.indexOf(a.one.step) - order.indexOf(b.one.step));
    for (const { one, index } of given) this.#given(one, holders[index] ?? '', leaseMs, ready);
  }

  /** Who was first in a race only the log can tell: steps by their last lease. */
  async #leaseOrder(): Promise<string[]> {
    const log = await this.#rig.store.events(this.run, 0, 10_000);
    const leased = log.flatMap(({ header }) => {
      const event = decodeEvent(header);
      return event.type === 'step.leased' ? [event.data.step] : [];
    });
    return leased.filter((step, index) => leased.lastIndexOf(step) === index);
  }

  /** The same completion through both engines at once: it counts once. */
  async #raceComplete(move: MoveOf<'raceComplete'>): Promise<void> {
    const token = this.#token(move.token);
    if (!token) return;
    const isTaken = this.#model.isCurrent(token) || this.#model.mayComeLate(token);
    const tries = [0, 1].map((engine) => this.#send({ ...move, engine }, token));
    const ends = await this.#rig.settle(Promise.allSettled(tries));
    const taken = ends.filter((end) => end.status === 'fulfilled').length;
    assert.equal(taken, isTaken ? 1 : 0);
    if (isTaken) this.#model.verify(token.step);
  }

  async #compare(): Promise<void> {
    const rows = await this.#rig.store.steps(this.run);
    const states = Object.fromEntries(rows.map((row) => [row.step, row.state]));
    assert.deepEqual(states, this.#model.states());
    const run = await this.#rig.store.run(this.run);
    assert.ok(run);
    const { status, steps_done: done, progress } = run;
    assert.deepEqual([status, done], [this.#model.status(), this.#model.done()]);
    assert.equal(run.held_at > 0, this.#model.isHeld);
    assert.ok(progress >= this.#progress, 'progress fell');
    this.#progress = progress;
    assert.deepEqual(this.#rig.errors, []);
  }
}

type TokenMove = MoveOf<
  'start' | 'beat' | 'complete' | 'fail' | 'ask' | 'release' | 'raceComplete'
>;

type Action = ControlRequest extends infer Request
  ? Request extends ControlRequest
    ? Omit<Request, 'tenant' | 'run' | 'by' | 'once'>
    : never
  : never;
