// Notes of what was delivered, written together: one commit for all that came within a moment rather
// than one each. A crash in that moment sends the messages again, which receivers must bear anyway.
import type { Store, WriteSet } from '../../store/store.ts';
import type { Rows } from '../../store/tables.ts';

export interface Note extends Pick<WriteSet, 'outboxSent' | 'outboxRemove'> {
  readonly entry?: Rows['deliveries'];
}

/** The next message of a run waits for the note, and the events of a busy one gather longer than this. */
const gatherMs = 100;

export class NoteBook {
  readonly #store: Pick<Store, 'commit'>;
  readonly #isKnown: (hook: string) => boolean;
  #notes: Note[] = [];
  #written: PromiseWithResolvers<void> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Pick<Store, 'commit'>, isKnown: (hook: string) => boolean) {
    this.#store = store;
    this.#isKnown = isKnown;
  }

  /** Resolves when it is stored; `isUrgent` where somebody waits for it. */
  add(note: Note, isUrgent: boolean): Promise<void> {
    this.#notes.push(note);
    this.#written ??= Promise.withResolvers<void>();
    const { promise } = this.#written;
    if (isUrgent) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), gatherMs).unref();
    return promise;
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const [notes, written] = [this.#notes, this.#written];
    this.#notes = [];
    this.#written = null;
    if (written) this.#write(notes).then(written.resolve, written.reject);
  }

  async #write(notes: readonly Note[]): Promise<void> {
    // A webhook that was deleted meanwhile has no log any more.
    const entries = notes.flatMap(({ entry }) =>
      entry && this.#isKnown(entry.webhook) ? [entry] : [],
    );
    const set = {
      rows: entries.map((put) => ({ table: 'deliveries', put }) as const),
      outboxSent: notes.flatMap((note) => note.outboxSent ?? []),
      outboxRemove: notes.flatMap((note) => note.outboxRemove ?? []),
    };
    await this.#store.commit([set]);
  }
}
