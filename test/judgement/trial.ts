// One execution told through one face, and the evidence of it: the log and the rows as they are stored,
// and the files themselves, never what a face says of them.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { RunEvent } from '../../src/engine/event-types.ts';
import { loadRun } from '../../src/engine/load-run.ts';
import { decodeEvent } from '../../src/engine/log-header.ts';
import type { Purse } from '../../src/engine/state.ts';
import { verifyRun } from '../../src/engine/verify.ts';
import type { Rows } from '../../src/store/tables.ts';
import { JudgedRun, type Players, type Said } from '../support/judged-run.ts';
import { treeText } from '../support/tool-world.ts';
import { noKey } from './face.ts';
import type { FaceName } from './matrix.ts';
import type { Stage } from './stage.ts';

/** On standard input and output nobody has a key: worker and owner are the service of this machine. */
const playersOf = ({ players }: Stage, face: FaceName): Players =>
  face === 'stdio' ? { ...players, agent: noKey, service: noKey } : players;

type EventOf<Type extends RunEvent['type']> = RunEvent & { readonly type: Type };

let folders = 0;

export class Trial extends JudgedRun<Said> {
  readonly stage: Stage;
  readonly face: FaceName;
  /** What went through the face itself. */
  readonly used = new Set<string>();
  /** Of this trial alone, in the folder that tools may work in. */
  readonly root: string;

  constructor(stage: Stage, face: FaceName) {
    const own = stage.faces[face];
    if (!own) throw new Error(`there is no ${face} here`);
    const used = new Set<string>();
    super(playersOf(stage, face), (name, input, key) => {
      const said = own.call(name, input, key);
      if (said) used.add(name);
      return said ?? stage.plain(name, input, key);
    });
    this.used = used;
    this.stage = stage;
    this.face = face;
    folders += 1;
    this.root = join(stage.root, `trial-${folders}`);
    mkdirSync(this.root);
  }

  /** A folder beside the root of the tools, which they must not reach. */
  get outside(): string {
    const folder = `${this.root}-outside`;
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  policy(more: object = {}): object {
    return { file_scopes: { root: this.root, read: ['.'], write: ['.'] }, ...more };
  }

  file(path: string, text: string): void {
    writeFileSync(join(this.root, path), text);
  }

  text(path: string): string | null {
    const full = join(this.root, path);
    return existsSync(full) ? readFileSync(full, 'utf8') : null;
  }

  tree(folder = this.root): string {
    return treeText(folder);
  }

  async log(run = this.id): Promise<RunEvent[]> {
    const events: RunEvent[] = [];
    for (;;) {
      const page = await this.stage.reader.events(run, events.length, 1_000);
      events.push(...page.map(({ header }) => decodeEvent(header)));
      if (page.length < 1_000) return events;
    }
  }

  async events<Type extends RunEvent['type']>(type: Type, run = this.id): Promise<EventOf<Type>[]> {
    return (await this.log(run)).filter((event): event is EventOf<Type> => event.type === type);
  }

  /** How often a step was handed out, and to whom. */
  async holders(step: string, run = this.id): Promise<string[]> {
    const leases = await this.events('step.leased', run);
    return leases.filter(({ data }) => data.step === step).map(({ data }) => data.holder);
  }

  /** Of the step itself; its checks are verified when they are done, whatever they found. */
  async timesVerified(step = 'extra_1'): Promise<number> {
    return (await this.events('step.verified')).filter(({ data }) => data.step === step).length;
  }

  async row(step = 'extra_1', run = this.id): Promise<Rows['steps']> {
    const found = (await this.stage.reader.steps(run)).find((row) => row.step === step);
    if (!found) throw new Error(`there is no ${step}`);
    return found;
  }

  async purse(): Promise<Purse> {
    return (await loadRun(this.stage.reader, this.id)).state.purse;
  }

  /** Until it is in this state. */
  async inState(state: string, step = 'extra_1'): Promise<Rows['steps']> {
    await this.until(async () => {
      const { state: now, wait_for: waits } = await this.row(step);
      if (now !== state) throw new Error(`${step} is ${now} ${waits}, not ${state}`);
    });
    return this.row(step);
  }

  /** Until the run itself is. */
  runInState(state: string, run = this.id): Promise<void> {
    return this.until(async () => {
      const now = (await this.stage.reader.run(run))?.status;
      if (now !== state) throw new Error(`${run} is ${now}, not ${state}`);
    });
  }

  /** Undone to the end. */
  async cancel(): Promise<void> {
    await this.control('cancel', { drain_seconds: 0 }, this.cast.service);
    await this.runInState('CANCELLED');
  }

  until(check: () => Promise<void> | void): Promise<void> {
    return vi.waitFor(async () => check(), { timeout: 60_000, interval: 20 });
  }

  /** The log is whole, and something of it came through the face that it is about. */
  async close(...through: readonly string[]): Promise<void> {
    const { ok, problem } = await verifyRun(this.stage.reader, this.id);
    if (!ok) throw new Error(`the log is broken: ${problem?.what}`);
    const wasUsed = through.some((name) => this.used.has(name));
    if (!wasUsed) throw new Error(`nothing of ${through.join(', ')} went through ${this.face}`);
    rmSync(this.root, { recursive: true, force: true });
    rmSync(`${this.root}-outside`, { recursive: true, force: true });
  }
}
