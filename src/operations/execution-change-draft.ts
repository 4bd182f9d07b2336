// From a wish to the exact patch, what it does to steps, dates and money, and whether a person is asked.
import { isoTime } from '../base/clock.ts';
import { isPlanwrightError, PlanwrightError } from '../base/errors.ts';
import type {
  ChangeDates,
  ChangeDiff,
  ChangeMoney,
  ExecutionChangeInput,
} from '../contract/execution-change.ts';
import { actionsOfAgent } from '../engine/agent-actions.ts';
import { agentAwayMs } from '../engine/capability-sweep.ts';
import type { RunEvent } from '../engine/event-types.ts';
import type { RunState, Step } from '../engine/state.ts';
import type { Rows } from '../store/tables.ts';
import {
  datesDiff,
  type SpecChange,
  statedCosts,
  stepDiff,
  tryPatch,
} from '../work/change-diff.ts';
import { type ChangeDraft, draftChange } from '../work/change-patch.ts';
import { whyAsk } from '../work/change-policy.ts';
import type { ChangePatch } from '../work/change-request.ts';
import type { ExecutionForecast } from '../work/execution-forecast.ts';
import type { StepSpec } from '../work/execution-graph.ts';
import type { Context } from './context.ts';
import { editFor } from './execution-patch.ts';
import { hasScope } from './principals.ts';
import { readPolicy, readSpec } from './step-specs.ts';

export interface Drafted {
  readonly patch: ChangePatch;
  readonly diff: ChangeDiff;
  readonly asksBecause: string | null;
  readonly until: string | null;
}

type Pair = readonly [ExecutionForecast, ExecutionForecast];

const invalid = (message: string): PlanwrightError =>
  new PlanwrightError('INVALID_ARGUMENTS', message);

/** When it would begin by the forecast; now, where nobody knows or it has begun. */
function startOf(state: RunState, pair: Pair | null, now: number): (step: string) => number {
  const rows = new Map(
    pair?.[0]
      .live(now)
      .dates.all()
      .map((row) => [row.id, row.start]),
  );
  return (id) => {
    for (let at: string | undefined = id; at !== undefined; at = state.steps.get(at)?.def.parent) {
      const start = rows.get(at);
      if (start !== undefined) return Math.max(now, start * 60_000);
    }
    return now;
  };
}

function untilOf(
  { until, delay_hours: hours, kind }: ExecutionChangeInput,
  startsAt: (step: string) => number,
  now: number,
): (step: string) => number {
  if (kind !== 'delay') return () => 0;
  if ((until === undefined) === (hours === undefined)) {
    throw invalid('A delay needs until, or delay_hours.');
  }
  if (until !== undefined) {
    const at = Date.parse(until);
    if (at <= now) throw invalid('until: lies in the past.');
    return () => at;
  }
  return (step) => Math.round(startsAt(step) + (hours ?? 0) * 3_600_000);
}

/** Whether somebody but those who are lost is there for an action. */
async function crewWithout({ reader, principal, now }: Context, lost: readonly string[]) {
  const seenAfter = now() - agentAwayMs;
  const there = (await reader.agents(principal.tenant, { seenAfter }))
    .filter(({ id }) => !lost.includes(id))
    .map(actionsOfAgent);
  return (action: string): boolean =>
    there.some((actions) => actions.length === 0 || actions.includes(action));
}

class Drafter {
  readonly #context: Context;
  readonly #run: Rows['runs'];
  readonly #state: RunState;
  readonly #input: ExecutionChangeInput;
  #isWeaker = false;

  constructor(context: Context, run: Rows['runs'], state: RunState, input: ExecutionChangeInput) {
    this.#context = context;
    this.#run = run;
    this.#state = state;
    this.#input = input;
  }

  async draft(): Promise<Drafted> {
    const context = this.#context;
    const now = context.now();
    const pair = await this.#pair();
    const untils = untilOf(this.#input, startOf(this.#state, pair, now), now);
    const { patch, left } = await this.#patch(untils);
    const events = this.#tried(patch, now);
    const diff: ChangeDiff = {
      ...(await this.#steps(patch, events)),
      left_alone: [...left],
      dates: this.#dates(pair, events, now),
      money: await this.#money(pair, events, now),
      reason: this.#input.reason,
    };
    const policy = await readPolicy(context, await context.reader.steps(this.#run.id));
    const isForeign = this.#input.patch !== undefined && !hasScope(context.principal, 'run');
    const usdRate = pair?.[0].plan.usdRate ?? null;
    const asksBecause = whyAsk(policy, diff, { isWeaker: this.#isWeaker, isForeign, usdRate });
    return { patch, diff, asksBecause, until: lastUntil(patch, this.#input) };
  }

  /** A change without dates is shown as one; a person decides. */
  async #pair(): Promise<Pair | null> {
    try {
      return await this.#context.forecasts.pair(this.#run);
    } catch (error) {
      if (!isPlanwrightError(error)) this.#context.onError?.(error);
      return null;
    }
  }

  async #patch(untils: (step: string) => number): Promise<ChangeDraft> {
    const { kind, patch, affects, reason, let_finish: letFinish } = this.#input;
    if (patch !== undefined || kind === 'edit') return this.#given();
    const wish = {
      ...{ kind, affects, reason, letFinish, untilOf: untils },
      key: String(this.#state.rev + 1),
      canDo: await crewWithout(this.#context, affects),
    };
    return draftChange(this.#state, wish, (step) => this.#spec(step));
  }

  async #given(): Promise<ChangeDraft> {
    const { add = [], change = [], cancel = [] } = this.#input.patch ?? {};
    const edit = await editFor(this.#context, this.#run, { add, change, cancel }, () => {
      this.#isWeaker = true;
    });
    return { patch: { ...edit, cancelled: cancel, let_finish: this.#input.let_finish }, left: [] };
  }

  #spec(step: Step): Promise<StepSpec> {
    return readSpec(this.#context, step.spec?.id ?? '');
  }

  #tried({ added, changed, cancelled, let_finish: letFinish }: ChangePatch, now: number) {
    const { id: by } = this.#context.principal;
    const base = { run: this.#run.id, by, cause: 'edit', baseRev: this.#state.rev } as const;
    return tryPatch(this.#state, { ...base, added, changed, cancelled, letFinish }, now);
  }

  async #steps({ added, changed }: ChangePatch, events: readonly RunEvent[]) {
    const specs = new Map<string, SpecChange>();
    for (const { def, spec } of changed) {
      const step = this.#state.steps.get(def.id);
      if (step) specs.set(def.id, { before: await this.#spec(step), after: spec as StepSpec });
    }
    const titles = new Map(added.map(({ def, spec }) => [def.id, (spec as StepSpec).title]));
    for (const [id, { after }] of specs) titles.set(id, after.title);
    for (const id of touchedBy(events)) {
      const step = this.#state.steps.get(id);
      if (step && !titles.has(id)) titles.set(id, (await this.#spec(step)).title);
    }
    return stepDiff(this.#state, events, (id) => titles.get(id) ?? id, specs);
  }

  #dates(pair: Pair | null, events: readonly RunEvent[], now: number): ChangeDates | null {
    if (pair === null) return null;
    const [before, after] = pair;
    after.take(events);
    try {
      return datesDiff(before, after, now);
    } catch (error) {
      if (!isPlanwrightError(error)) throw error;
      return null;
    }
  }

  async #money(pair: Pair | null, events: readonly RunEvent[], now: number): Promise<ChangeMoney> {
    const steps_usd = statedCosts(this.#state, events);
    const currency = pair?.[0].plan.currency ?? null;
    const unknown = { currency, before: null, after: null, steps_usd };
    if (pair === null || currency === null) return unknown;
    try {
      const { forecasts } = this.#context;
      const [before, after] = [
        await forecasts.costOf(pair[0], now),
        await forecasts.costOf(pair[1], now),
      ];
      return { currency, before: cents(before), after: cents(after), steps_usd };
    } catch (error) {
      if (!isPlanwrightError(error)) this.#context.onError?.(error);
      return unknown;
    }
  }
}

const cents = (amount: number): number => Math.round(amount * 100) / 100;

function touchedBy(events: readonly RunEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === 'attempt.ended') return [event.data.step];
    if (event.type !== 'graph.patched') return [];
    const { changed = [], cancelled = [], superseded = [] } = event.data;
    return [...changed.map(({ id }) => id), ...cancelled, ...superseded];
  });
}

/** Where each step waits for its own moment, the last of them. */
function lastUntil({ changed }: ChangePatch, { kind, patch }: ExecutionChangeInput): string | null {
  if (kind !== 'delay' || patch !== undefined) return null;
  return isoTime(Math.max(...changed.map(({ def }) => def.wait?.until ?? 0)));
}

export const draftFor = (
  context: Context,
  run: Rows['runs'],
  state: RunState,
  input: ExecutionChangeInput,
): Promise<Drafted> => new Drafter(context, run, state, input).draft();
