// Kill switches: rows that stop every hand-out to an agent, a tenant or all, undo included. Read again
// four times a second while somebody works, so that a switch thrown on another server counts here too.
import type { Store } from '../store/store.ts';

const rereadMs = 250;

export const allScope = 'all';
export const tenantScope = (tenant: string): string => `tenant:${tenant}`;
export const agentScope = (agent: string): string => `agent:${agent}`;

export class Switches {
  readonly #store: Store;
  readonly #onError: (error: unknown) => void;
  #thrown: ReadonlySet<string> = new Set();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Store, onError: (error: unknown) => void) {
    this.#store = store;
    this.#onError = onError;
  }

  async open(): Promise<void> {
    await this.reread();
    this.#timer = setInterval(() => {
      this.reread().catch(this.#onError);
    }, rereadMs).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async reread(): Promise<void> {
    this.#thrown = new Set((await this.#store.switches()).map((row) => row.scope));
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
