// The calls that this benchmark makes of a server.

interface Status {
  readonly state: string;
  readonly error?: { readonly message: string };
}

export interface Made {
  readonly planId: string;
  readonly state: string;
  /** Why it stopped, where it did. */
  readonly message: string;
  readonly ms: number;
}

export class Api {
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  async call<Answer>(path: string, body?: object): Promise<Answer> {
    const headers = { 'content-type': 'application/json' };
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${this.#origin}${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }

  /** From the request to the end of the plan, however it ends. */
  async make(prompt: string): Promise<Made> {
    const startedMs = performance.now();
    const asked = { prompt, brain: 'offline' };
    const { plan_id: planId } = await this.call<{ plan_id: string }>('/api/plans/generate', asked);
    for (;;) {
      const path = `/api/plans/${planId}/wait?timeout_seconds=50`;
      const { state, error } = await this.call<Status>(path);
      if (state === 'pending' || state === 'processing') continue;
      return { planId, state, message: error?.message ?? '', ms: performance.now() - startedMs };
    }
  }

  /** Null when an execution of it begins, else why not. */
  async execute(planId: string): Promise<string | null> {
    try {
      await this.call('/api/executions', { plan_id: planId });
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  }
}
