// Makes plans through the public API and waits for their end. Every goal is a new one, since a plan
// that was made before would be answered from the store.

interface Status {
  readonly state: string;
  readonly error?: { readonly failed_step: string; readonly message: string };
}

export type Brain = 'model' | 'offline';

const places = ['Aarhus', 'Lisbon', 'Leeds', 'Porto', 'Ghent', 'Turku', 'Graz', 'Bergen'];

export class PlanMaker {
  readonly #origin: string;
  #made = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** So many at once; milliseconds until the last is finished. */
  async make(brain: Brain, count: number, detail = 'full'): Promise<number> {
    const startedMs = performance.now();
    await Promise.all(Array.from({ length: count }, () => this.#makeOne(brain, detail)));
    return performance.now() - startedMs;
  }

  async #makeOne(brain: Brain, detail: string): Promise<void> {
    const number = this.#made;
    this.#made += 1;
    const place = places[number % places.length] ?? '';
    const prompt = `Open coffee shop number ${number + 1} in ${place} with 80,000 EUR by June 2027`;
    const { plan_id: id } = await this.#call<{ plan_id: string }>('/api/plans/generate', {
      prompt,
      brain,
      detail,
    });
    for (;;) {
      const path = `/api/plans/${id}/wait?timeout_seconds=50`;
      const { state, error } = await this.#call<Status>(path);
      if (state === 'completed') return;
      if (state !== 'pending' && state !== 'processing') {
        throw new Error(`a plan is ${state}: ${error?.failed_step}: ${error?.message}`);
      }
    }
  }

  async #call<Answer>(path: string, body?: object): Promise<Answer> {
    const headers = { 'content-type': 'application/json' };
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${this.#origin}${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }
}
