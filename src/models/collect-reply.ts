// From a stream of parts to one reply, within limits: time to the first part, between parts and in
// all, and the length of what comes. Whatever breaks, what had come by then goes into the error, so
// that the record of the call has it.
import type { Finish, ModelReply, TokenCounts } from './model.ts';
import { noTokens } from './model.ts';
import { isModelError, ModelError } from './model-error.ts';

export type ReplyPart =
  | { readonly type: 'text' | 'reasoning'; readonly text: string }
  /** Something came, though nothing to keep. */
  | { readonly type: 'alive' }
  | { readonly type: 'tokens'; readonly tokens: TokenCounts }
  | { readonly type: 'finish'; readonly finish: Finish; readonly raw: string };

export interface CallLimits {
  /** Until the first part; models that think first are silent for long. */
  readonly firstMs: number;
  readonly chunkMs: number;
  readonly totalMs: number;
  /** Of text and reasoning together. */
  readonly maxReplyChars: number;
}

export const defaultLimits: CallLimits = {
  firstMs: 180_000,
  chunkMs: 60_000,
  totalMs: 900_000,
  maxReplyChars: 2_000_000,
};

export interface Reception {
  readonly limits: CallLimits;
  readonly signal: AbortSignal;
  now(): number;
}

/** Hands over the parts as they come, and ends with the last. The signal it gets is aborted as soon as
 * nobody wants the rest; what `onPart` throws must come out of it again. */
export type Receive = (signal: AbortSignal, onPart: (part: ReplyPart) => void) => Promise<void>;

export async function collectReply(receive: Receive, reception: Reception): Promise<ModelReply> {
  const draft = new Draft(reception);
  const watch = new Watch(reception);
  try {
    await watch.unlessOver(
      receive(watch.signal, (part) => {
        watch.sawPart();
        draft.add(part);
      }),
    );
    watch.isDone = true;
    return draft.whole();
  } catch (thrown) {
    const error = isModelError(thrown) ? thrown : brokeOff();
    throw error.with({ ...draft.soFar(), ...error.partial });
  } finally {
    watch.end();
  }
}

const brokeOff = (): ModelError => new ModelError('network', 'The reply broke off.');

class Draft {
  readonly #reception: Reception;
  readonly #startedMs: number;
  #text: string[] = [];
  #reasoning: string[] = [];
  #chars = 0;
  #firstMs: number | null = null;
  #tokens: TokenCounts = noTokens;
  #end: { finish: Finish; raw: string } | null = null;

  constructor(reception: Reception) {
    this.#reception = reception;
    this.#startedMs = reception.now();
  }

  add(part: ReplyPart): void {
    switch (part.type) {
      case 'alive':
        return;
      case 'tokens':
        this.#tokens = part.tokens;
        return;
      case 'finish':
        this.#end = part;
        return;
      case 'text':
      case 'reasoning':
        this.#addText(part.type, part.text);
    }
  }

  #addText(type: 'text' | 'reasoning', text: string): void {
    if (text === '') return;
    this.#firstMs ??= this.#elapsedMs();
    this.#chars += text.length;
    const { maxReplyChars } = this.#reception.limits;
    if (this.#chars > maxReplyChars) {
      throw new ModelError('too_large', `The reply is longer than ${maxReplyChars} characters.`);
    }
    (type === 'text' ? this.#text : this.#reasoning).push(text);
  }

  #elapsedMs(): number {
    return Math.max(0, Math.round(this.#reception.now() - this.#startedMs));
  }

  soFar(): Partial<ModelReply> {
    return {
      text: this.#text.join(''),
      reasoning: this.#reasoning.join(''),
      tokens: this.#tokens,
      firstTokenMs: this.#firstMs,
      durationMs: this.#elapsedMs(),
      ...(this.#end === null ? {} : { finish: this.#end.finish, rawFinish: this.#end.raw }),
    };
  }

  /** A stream that just ends has not ended well. */
  whole(): ModelReply {
    if (this.#end === null) throw brokeOff();
    const { text = '', reasoning = '', tokens = noTokens, durationMs = 0 } = this.soFar();
    const { finish, raw: rawFinish } = this.#end;
    const firstTokenMs = this.#firstMs;
    return { text, reasoning, finish, rawFinish, tokens, firstTokenMs, durationMs };
  }
}

/** Ends a call that takes too long or that nobody wants any more, whether or not it takes notice. */
class Watch {
  readonly #controller = new AbortController();
  readonly #limits: CallLimits;
  readonly #outer: AbortSignal;
  readonly #total: NodeJS.Timeout;
  #silence: NodeJS.Timeout;
  #hasBegun = false;
  /** It came to its end by itself. */
  isDone = false;
  #stop: (error: ModelError) => void = () => undefined;
  readonly #over: Promise<never>;

  constructor({ limits, signal }: Reception) {
    this.#limits = limits;
    this.#outer = signal;
    this.#over = new Promise((_, reject) => {
      this.#stop = (error) => {
        reject(error);
        this.#controller.abort();
      };
    });
    // It may be over with nobody waiting any more.
    this.#over.catch(() => undefined);
    this.#total = this.#timer(limits.totalMs, 'The reply took too long in all.');
    this.#silence = this.#timer(limits.firstMs, 'No part of a reply came in time.');
    if (signal.aborted) this.#cancel();
    else signal.addEventListener('abort', this.#cancel, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  readonly #cancel = (): void =>
    this.#stop(new ModelError('cancelled', 'The call was called off.'));

  #timer(ms: number, message: string): NodeJS.Timeout {
    return setTimeout(() => this.#stop(new ModelError('timeout', message)), ms);
  }

  /** Thousands of times in one reply, so the timer is only set back. */
  sawPart(): void {
    if (this.#hasBegun) {
      this.#silence.refresh();
      return;
    }
    this.#hasBegun = true;
    clearTimeout(this.#silence);
    this.#silence = this.#timer(this.#limits.chunkMs, 'The reply stopped coming half way.');
  }

  async unlessOver<T>(promise: Promise<T>): Promise<T> {
    promise.catch(() => undefined);
    return Promise.race([this.#over, promise]);
  }

  end(): void {
    clearTimeout(this.#total);
    clearTimeout(this.#silence);
    this.#outer.removeEventListener('abort', this.#cancel);
    // Nobody wants the rest. Where there is none, the error that an abort makes is saved.
    if (!this.isDone) this.#controller.abort();
  }
}
