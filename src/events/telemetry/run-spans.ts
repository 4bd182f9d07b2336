// Traces: a run is a trace, an attempt of a step a span below it, a call of a model one below that. Each
// is sent when it ends; where it began is in the state or in the row. The beginnings of attempts are
// remembered here; those that another process leased, or this one before a restart, are read from the log.
import type { EventData, RunEvent } from '../../engine/event-types.ts';
import { decodeEvent } from '../../engine/log-header.ts';
import type { EngineObserver } from '../../engine/observer.ts';
import type { RunState } from '../../engine/state.ts';
import type { Reader } from '../../store/store.ts';
import type { Rows } from '../../store/tables.ts';
import { attemptSpanId, callSpanId, runSpanIds, type Span, type SpanValue } from './span.ts';

/** Attempts under way; the beginnings of older ones are read from the log. */
const leasedMax = 20_000;
/** An attempt further behind the first one of its step has a span without a length. */
const pagesMax = 10;
const pageSize = 500;

type Emit = (span: Span) => void;
export type SpanLog = Pick<Reader, 'events'>;

/** When this attempt was leased; its step was leased for the first time by the event with this number. */
async function leasedAt(
  log: SpanLog,
  run: string,
  { step, attempt }: Pick<Ended, 'step' | 'attempt'>,
  firstSeq: number,
): Promise<number | undefined> {
  let after = firstSeq - 1;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const page = await log.events(run, after, pageSize);
    for (const { header } of page) {
      const { type, data, at } = decodeEvent(header);
      const isIt = type === 'step.leased' && data.step === step && data.attempt === attempt;
      if (isIt) return at;
    }
    if (page.length < pageSize) return undefined;
    after = page.at(-1)?.seq ?? after;
  }
  return undefined;
}

function runSpan(state: RunState, as: string, endMs: number): Span {
  const { id, kind, planId, tenant, createdAt, leavesTotal, leavesDone } = state;
  return {
    ...runSpanIds(id),
    parentId: '',
    name: kind === 'generation' ? 'plan' : 'execution',
    startMs: createdAt,
    endMs,
    attributes: {
      'planwright.run_id': id,
      'planwright.plan_id': planId,
      'planwright.tenant': tenant,
      'planwright.outcome': as.toLowerCase(),
      'planwright.steps_total': leavesTotal,
      'planwright.steps_done': leavesDone,
    },
    isError: as === 'FAILED',
  };
}

interface Ended {
  readonly step: string;
  readonly attempt: number;
  readonly outcome: string;
  readonly endMs: number;
  readonly failure?: EventData['attempt.ended']['class'];
}

function endedBy(event: RunEvent): Ended | null {
  const { type, data, at: endMs } = event;
  if (type === 'step.verified' && data.by !== '' && data.check !== 'fork') {
    return { step: data.step, attempt: data.attempt, outcome: 'verified', endMs };
  }
  if (type !== 'attempt.ended') return null;
  return {
    ...{ step: data.step, attempt: data.attempt, outcome: data.as, endMs },
    ...(data.as === 'parked' || data.as === 'revoked' ? {} : { failure: data.class }),
  };
}

export class RunSpans implements Pick<EngineObserver, 'committed'> {
  readonly #emit: Emit;
  readonly #leasedAt = new Map<string, number>();
  #log: SpanLog | null = null;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  /** Where the beginnings of attempts are that this process has not seen. */
  readsFrom(log: SpanLog): void {
    this.#log = log;
  }

  committed(state: RunState, events: readonly RunEvent[]): void {
    for (const event of events) {
      if (event.type === 'step.leased') this.#begun(state.id, event.data, event.at);
      else if (event.type === 'run.ended') this.#emit(runSpan(state, event.data.as, event.at));
      else {
        const ended = endedBy(event);
        if (ended) this.#ended(state, ended);
      }
    }
  }

  called(row: Rows['usage']): void {
    const { run, step, step_attempt, id, model, model_name, provider, at, duration_ms } = row;
    const known: [string, SpanValue][] = [
      ['gen_ai.usage.input_tokens', row.tokens_in],
      ['gen_ai.usage.output_tokens', row.tokens_out],
      ['planwright.cost_micros', row.cost_micros],
    ];
    this.#emit({
      traceId: runSpanIds(run).traceId,
      spanId: callSpanId(id),
      parentId: attemptSpanId(run, step, step_attempt),
      name: `chat ${model_name || model}`,
      startMs: at,
      endMs: at + Math.max(0, duration_ms),
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': provider,
        'gen_ai.request.model': model_name || model,
        'planwright.stage': row.stage,
        'planwright.try': row.kind,
        // An amount below nothing is not known.
        ...Object.fromEntries(known.filter(([, value]) => Number(value) >= 0)),
        ...(row.error_class === ''
          ? {}
          : { 'error.type': row.error_class, 'planwright.error_id': row.error_id }),
      },
      isError: row.error_class !== '',
    });
  }

  #begun(run: string, { step, attempt }: EventData['step.leased'], at: number): void {
    if (this.#leasedAt.size >= leasedMax) {
      const [oldest = ''] = this.#leasedAt.keys();
      this.#leasedAt.delete(oldest);
    }
    this.#leasedAt.set(attemptSpanId(run, step, attempt), at);
  }

  #ended(state: RunState, { step, attempt, outcome, endMs, failure }: Ended): void {
    const spanId = attemptSpanId(state.id, step, attempt);
    const { def, firstLeasedSeq = 0 } = state.steps.get(step) ?? {};
    const { traceId, spanId: parentId } = runSpanIds(state.id);
    const span = {
      ...{ traceId, spanId, parentId, endMs },
      name: `step ${def?.action || step}`,
      attributes: {
        'planwright.run_id': state.id,
        'planwright.step_id': step,
        'planwright.attempt': attempt,
        'planwright.performer': def?.performer ?? 'unknown',
        'planwright.outcome': outcome,
        ...(failure === undefined ? {} : { 'error.type': failure }),
      },
      isError: failure !== undefined,
    };
    const known = this.#leasedAt.get(spanId);
    this.#leasedAt.delete(spanId);
    if (known !== undefined || !this.#log || firstLeasedSeq === 0) {
      this.#emit({ ...span, startMs: known ?? endMs });
      return;
    }
    const found = leasedAt(this.#log, state.id, { step, attempt }, firstLeasedSeq);
    // A span without a length is better than none.
    void found
      .catch(() => undefined)
      .then((startMs) => this.#emit({ ...span, startMs: startMs ?? endMs }));
  }
}
