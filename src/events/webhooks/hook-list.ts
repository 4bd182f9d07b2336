// The webhooks that are on, in memory. The engine's thread has such a list, and so has whoever
// delivers; each reads its own anew when a webhook changes.
import type { Reader } from '../../store/store.ts';
import type { Rows } from '../../store/tables.ts';
import { oldSecretKey } from './sign.ts';

export interface Hook {
  readonly row: Rows['webhooks'];
  /** Null for all. */
  readonly types: ReadonlySet<string> | null;
  /** Until then messages are signed with the secret before as well. */
  readonly oldSecretUntil: number;
}

const nobody: readonly Hook[] = [];

const typesOf = (row: Rows['webhooks']): ReadonlySet<string> | null =>
  row.types === '' ? null : new Set(row.types.split(' '));

export class HookList {
  readonly #reader: Pick<Reader, 'allWebhooks' | 'taken'>;
  readonly #listeners = new Set<() => void>();
  #byId: ReadonlyMap<string, Hook> = new Map();
  #byTenant: ReadonlyMap<string, readonly Hook[]> = new Map();
  #loading: Promise<void> = Promise.resolve();

  constructor(reader: Pick<Reader, 'allWebhooks' | 'taken'>) {
    this.#reader = reader;
  }

  load(): Promise<void> {
    // After the one under way: what it read may be from before the change.
    this.#loading = this.#loading.catch(() => undefined).then(() => this.#read());
    return this.#loading;
  }

  /** Settles when nothing is being read, however that ended. */
  async settle(): Promise<void> {
    await this.#loading.catch(() => undefined);
  }

  get hooks(): ReadonlyMap<string, Hook> {
    return this.#byId;
  }

  ofTenant(tenant: string): readonly Hook[] {
    return this.#byTenant.get(tenant) ?? nobody;
  }

  /** Tells each time when it was read anew. */
  onRead(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #read(): Promise<void> {
    const rows = await this.#reader.allWebhooks();
    const hooks = await Promise.all(rows.map((row) => this.#hookOf(row)));
    this.#byId = new Map(hooks.map((hook) => [hook.row.id, hook]));
    this.#byTenant = Map.groupBy(hooks, (hook) => hook.row.tenant);
    for (const listener of this.#listeners) listener();
  }

  async #hookOf(row: Rows['webhooks']): Promise<Hook> {
    const old = row.secret_version > 1 ? await this.#reader.taken(oldSecretKey(row)) : null;
    return { row, types: typesOf(row), oldSecretUntil: old?.until ?? 0 };
  }
}
