// Creating runs. What is ready at once for the worker of this process goes to it in the same commit: to
// look for it and lease it by a commit of its own took longer than a step, and three more round trips to
// PostgreSQL.
import type { CreateRunAnswer, CreateRunRequest } from './engine-api.ts';
import type { RunCalls } from './run-calls.ts';
import type { SpareSlots } from './spare-slots.ts';
import type { Step } from './state.ts';
import { type FirstTaker, firstSteps } from './take-next.ts';
import type { Tokens } from './tokens.ts';

interface CreationPorts {
  readonly calls: RunCalls;
  readonly tokens: Tokens;
  readonly slots: SpareSlots;
  isStopped(tenant: string, holder: string): boolean;
}

export class Creation {
  readonly #ports: CreationPorts;
  #taker: (() => FirstTaker | null) | null = null;

  constructor(ports: CreationPorts) {
    this.#ports = ports;
  }

  /** Asked at each creation, until the answer is called. */
  takesFirst(taker: () => FirstTaker | null): () => void {
    this.#taker = taker;
    return () => {
      if (this.#taker === taker) this.#taker = null;
    };
  }

  async create(request: CreateRunRequest): Promise<CreateRunAnswer> {
    const { calls } = this.#ports;
    const taker = this.#taker?.();
    if (!taker) return (await calls.createRun(request)).answer;
    try {
      return await this.#createFor(taker, request);
    } catch (error) {
      taker.failed(error);
      throw error;
    }
  }

  async #createFor(taker: FirstTaker, request: CreateRunRequest): Promise<CreateRunAnswer> {
    const { calls, tokens, slots, isStopped } = this.#ports;
    const { holder } = taker;
    const { tenant } = request;
    // Where slots are scarce, whoever waits in turn comes first.
    const mayTake = (step: Step): boolean => slots.needsNone(step) && !isStopped(tenant, holder);
    const { answer, taken } = await calls.createRun(request, firstSteps(taker, mayTake));
    taker.taken(
      taken.map((grant) => tokens.signed(grant, holder)),
      tenant,
    );
    return answer;
  }
}
