// Calls on a run as a whole: create it, note something in it, steer it, change its graph.
import type { Ids } from '../base/ids.ts';
import type { ContentRow, Requirement, Store } from '../store/store.ts';
import { artifactWrites } from './artifacts.ts';
import type { Grant } from './claimed-step.ts';
import type { Command } from './commands.ts';
import { maxOwnOutputBytes, newJsonContent, newSizedContent } from './content.ts';
import { controlCommands, runAnswer, wordsOf } from './control.ts';
import type {
  ControlRequest,
  CreateRunAnswer,
  CreateRunRequest,
  GraphAnswer,
  MessageRequest,
  NoteRequest,
  PatchAnswer,
  PatchRequest,
  PurseAnswer,
  RunAnswer,
  SettledStep,
} from './engine-api.ts';
import type { Instead } from './hand-over.ts';
import { newStepWrites } from './new-steps.ts';
import { findEarlier } from './once.ts';
import { type Runs, rejectedBy } from './runs.ts';
import { type SlotLimits, slotRequirements } from './slots.ts';
import type { RunState } from './state.ts';
import {
  type Addition,
  type StoredLimits,
  storedRefusal,
  tenantRefusal,
  usualStoredLimits,
} from './stored.ts';
import type { Submission } from './submission.ts';
import type { FirstSteps } from './take-next.ts';

export class RunCalls {
  readonly #store: Store;
  readonly #ids: Ids;
  readonly #runs: Runs;
  readonly #slots: SlotLimits;
  readonly #limits: StoredLimits;

  constructor(
    store: Store,
    ids: Ids,
    runs: Runs,
    slots: SlotLimits,
    limits: StoredLimits = usualStoredLimits,
  ) {
    this.#store = store;
    this.#ids = ids;
    this.#runs = runs;
    this.#slots = slots;
    this.#limits = limits;
  }

  /** `first` hears which steps were taken with it. */
  async createRun(
    request: CreateRunRequest,
    first?: FirstSteps,
  ): Promise<{ readonly answer: CreateRunAnswer; readonly taken: readonly Grant[] }> {
    const { run, kind, plan, tenant, by, steps, budget, purse, fork, also, once } = request;
    const { defs, content, refs } = newStepWrites(this.#ids, tenant, run, steps);
    const funded = {
      ...(budget ? { budget } : {}),
      ...(purse === undefined ? {} : { purse }),
    };
    const create = {
      ...({ type: 'create', kind, plan, tenant, by } as const),
      ...{ steps: defs, specs: refs, ...funded },
      ...(fork ? { forkOf: fork.of } : {}),
    };
    const kept = fork?.settled ?? request.settled ?? [];
    const settled = kept.map((one) => this.#inheritance(tenant, run, one));
    // Before what is kept: that may end the run, and what is over cannot be paused.
    const hold = request.held ? [{ type: 'hold', by } as const] : [];
    const submission = {
      commands: [create, ...hold, ...settled.map((one) => one.command)],
      content: [...content, ...settled.map((one) => one.row)],
      ...also,
      ...(first ? { follow: first.follow } : {}),
      ...(once ? { once } : {}),
    };
    const outcome = await this.#runs.get(run).submit(submission, (state, events) => {
      first?.look(state, events);
      return { run, seq: state.seq };
    });
    if (outcome.ok) {
      return { answer: { ok: true, ...outcome.value }, taken: first?.of(outcome.events) ?? [] };
    }
    const { takenValue } = outcome;
    if (takenValue !== undefined) return { answer: { ok: false, takenValue }, taken: [] };
    throw rejectedBy(outcome.rejection);
  }

  /** It was accepted once, whoever handed it in. */
  #inheritance(tenant: string, run: string, { step, output, choice }: SettledStep) {
    const most = maxOwnOutputBytes;
    const { row, ref } = newSizedContent('output', this.#ids, tenant, run, output, most);
    const chosen = choice === undefined ? {} : { choice };
    return { row, command: { type: 'inherit', step, output: ref, ...chosen } as const };
  }

  graph(run: string): Promise<GraphAnswer> {
    return this.#runs.get(run).read(({ tenant, planId: plan, rev, forkOf, steps }) => ({
      ...{ tenant, plan, rev, forkOf },
      steps: [...steps.values()].map(({ def, state, choice, spec, output }) => ({
        ...{ def, state, choice },
        spec: spec?.id ?? '',
        output: output?.id ?? '',
      })),
    }));
  }

  /** From memory it is as of the last commit of this process, such as one that gave out a step. */
  async purse(run: string, fromMemory = false): Promise<PurseAnswer> {
    const actor = this.#runs.get(run);
    const view = ({ purse: { limits, family, spent, reserved } }: RunState): PurseAnswer => ({
      limits,
      ...(family === undefined ? {} : { family }),
      spent: { ...spent },
      reserved: { ...reserved },
    });
    return (fromMemory ? actor.peek(view) : undefined) ?? actor.read(view);
  }

  async note(request: NoteRequest): Promise<{ seq: number }> {
    const { tenant, run, by, step, kind, reportedAt, once, artifacts = [] } = request;
    const note = newSizedContent('note', this.#ids, tenant, run, request.note);
    const files = artifactWrites(this.#ids, tenant, this.#store.now(), artifacts);
    const refs = { note: note.ref, ...files.refs };
    return this.#runs.submit(
      run,
      {
        ...(await this.#withinLimits(tenant, { by, step, refs })),
        commands: [{ type: 'note', by, step, kind, reportedAt, note: note.ref, files: files.refs }],
        content: [note.row, ...files.content],
        rows: files.rows,
        ...(once ? { once } : {}),
      },
      (_, events) => ({ seq: events[0]?.seq ?? 0 }),
    );
  }

  async message(request: MessageRequest): Promise<{ seq: number }> {
    const { tenant, run, by, to, step, thread, once } = request;
    const message = newSizedContent('message', this.#ids, tenant, run, {
      message: request.text,
    });
    const put = {
      id: this.#ids.next('msg'),
      tenant,
      run,
      step,
      sender: by,
      recipient: to,
      thread,
      content: message.ref.id,
      sent_at: this.#store.now(),
      delivered_at: 0,
    };
    return this.#runs.submit(
      run,
      {
        ...(await this.#withinLimits(tenant, { by, step, refs: { message: message.ref } })),
        commands: [{ type: 'message', by, to, step, thread, message: message.ref }],
        content: [message.row],
        rows: [{ table: 'messages', put }],
        ...(once ? { once } : {}),
      },
      (_, events) => ({ seq: events[0]?.seq ?? 0 }),
    );
  }

  /** The tenant's sum is as of now: calls under way at the same time may go over it together. */
  async #withinLimits(tenant: string, addition: Addition): Promise<Pick<Submission, 'refuse'>> {
    const full = tenantRefusal(await this.#store.storedBytes(tenant), addition, this.#limits);
    return { refuse: (state) => full ?? storedRefusal(state, addition, this.#limits) };
  }

  async control(request: ControlRequest): Promise<RunAnswer> {
    const { run, tenant, once } = request;
    // Before the state is looked at: what the first call did may forbid the second.
    const earlier = once ? await findEarlier(this.#store, once, this.#store.now()) : null;
    if (earlier?.isSame === false) throw rejectedBy(earlier.rejection);
    if (earlier) return earlier.answer as RunAnswer;
    const text = wordsOf(request);
    const words =
      text === undefined ? null : newJsonContent(this.#ids, tenant, run, { message: text });
    const ref = words?.ref ?? null;
    const { content, instead } = this.#insteadOf(request);
    const { commands, require } = await this.#runs.get(run).read((state) => {
      const asked = controlCommands(state, request, ref, instead);
      return { commands: asked, require: this.#slotsFor(state, asked) };
    });
    const submission = {
      commands,
      content: [...(words ? [words.row] : []), ...content],
      ...(require.length > 0 ? { require } : {}),
      ...(once ? { once } : {}),
    };
    return this.#runs.submit(run, submission, runAnswer);
  }

  /** Whoever is given a step takes its slots, as with any lease. */
  #slotsFor({ id, tenant, steps }: RunState, commands: readonly Command[]): Requirement[] {
    return commands.flatMap((command) => {
      const def = command.type === 'lease' ? steps.get(command.step)?.def : undefined;
      return def ? slotRequirements(this.#slots, tenant, id, def.id, def) : [];
    });
  }

  #insteadOf(request: ControlRequest): { content: ContentRow[]; instead: Instead } {
    if (request.action !== 'approve_alternative') return { content: [], instead: {} };
    const { tenant, run, spec, proposal } = request;
    const put = (value: unknown) =>
      value === undefined ? null : newSizedContent('proposal', this.#ids, tenant, run, value);
    const [contract, proposed] = [put(spec), put(proposal)];
    return {
      content: [contract, proposed].flatMap((one) => (one ? [one.row] : [])),
      instead: {
        ...(contract ? { spec: contract.ref } : {}),
        ...(proposed ? { proposal: proposed.ref } : {}),
      },
    };
  }

  async patch(request: PatchRequest): Promise<PatchAnswer> {
    const { run, by, cause, baseRev, changed = [], cancelled = [], letFinish, once } = request;
    const tenant = await this.#runs.get(run).read((state) => state.tenant);
    const all = newStepWrites(this.#ids, tenant, run, [...request.added, ...changed]);
    const added = all.defs.slice(0, request.added.length);
    const patch = {
      type: 'patch',
      by,
      cause,
      baseRev,
      added,
      changed: all.defs.slice(added.length),
      cancelled,
      specs: all.refs,
      letFinish: letFinish ?? false,
    } as const;
    const submission = {
      commands: [patch, { type: 'settle' } as const],
      content: all.content,
      ...(once ? { once } : {}),
    };
    return this.#runs.submit(run, submission, (state) => ({ ...runAnswer(state), rev: state.rev }));
  }
}
