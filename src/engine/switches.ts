// Kill switches: rows that stop every hand-out to an agent, a tenant or all, undo included. Read again
// four times a second while somebody works, so that a switch thrown on another server counts here too.
import type { Store } from '../store/store.ts';
import type { SwitchRequest } from './engine-api.ts';

const rereadMs = 250;

export const allScope = 'all';
export const tenantScope = (tenant: string): string => `tenant:${tenant}`;
export const agentScope = (agent: string): string => `agent:${agent}`;

export class Switches {
  readonly #store: Store;
  readonly #onError: (error: unknown) => void;
  readonly #onLifted: () => void;
  #thrown: ReadonlySet<string> = new Set();
  #timer: NodeJS.Timeout | undefined;

  /** `onLifted` whenever one is seen to be gone, whoever lifted it. */
  constructor(store: Store, onError: (error: unknown) => void, onLifted: () => void) {
    this.#store = store;
    this.#onError = onError;
    this.#onLifted = onLifted;
  }

  async open(): Promise<void> {
    await this.reread();
    this.#timer = setInterval(() => {
      this.reread().catch(this.#onError);
    }, rereadMs).unref();
  }

  async set({ scope, by, reason, isOn, also = [] }: SwitchRequest): Promise<void> {
    const put = { scope, by, at: this.#store.now(), reason };
    const row = isOn
      ? ({ table: 'switches', put } as const)
      : ({ table: 'switches', remove: { scope } } as const);
    await this.#store.commit([{ rows: [row, ...also] }]);
    await this.reread();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async reread(): Promise<void> {
    const before = this.#thrown;
    this.#thrown = new Set((await this.#store.switches()).map((row) => row.scope));
    const isLifted = [...before].some((scope) => !this.#thrown.has(scope));
    if (isLifted) this.#onLifted();
  }

  isStopped(tenant: string, holder: string): boolean {
    if (this.#thrown.size === 0) return false;
    return (
      this.#thrown.has(allScope) ||
      this.#thrown.has(tenantScope(tenant)) ||
      this.#thrown.has(agentScope(holder))
    );
  }
}
