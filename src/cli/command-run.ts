// `planwright run PLAN`: starts an execution. With --step it is paused at once; Enter lets one more step be
// taken, q leaves it paused.
import { createInterface } from 'node:readline/promises';
import type { Config } from '../base/config.ts';
import { type Arguments, wordAt } from './arguments.ts';
import { type Caller, openCaller } from './caller.ts';
import { type Io, printHuman, printJson } from './io.ts';
import { safeText } from './safe-text.ts';
import { budgetOf, policyOf } from './short-forms.ts';

interface Status {
  readonly state: string;
  readonly progress: { readonly done: number; readonly total: number };
  readonly last_event_seq: number;
}

interface Task {
  readonly step_id: string;
  readonly title: string;
  readonly purpose: string;
  readonly engine_state: string;
  readonly performer: string;
}

const ended = ['COMPLETED', 'FAILED', 'CANCELLED'];

/** One execution, step by step, over the same operations as every other face. */
class Stepping {
  readonly #caller: Caller;
  readonly #io: Io;
  readonly #run: string;

  constructor(caller: Caller, io: Io, run: string) {
    this.#caller = caller;
    this.#io = io;
    this.#run = run;
  }

  status(): Promise<Status> {
    return this.#call('execution_status') as Promise<Status>;
  }

  #call(name: string, more: object = {}): Promise<unknown> {
    return this.#caller.call(name, { execution_id: this.#run, ...more });
  }

  pause(): Promise<unknown> {
    return this.#call('execution_control', { action: 'pause' });
  }

  async #ready(): Promise<Task[]> {
    const { tasks } = (await this.#call('execution_tasks')) as { tasks: Task[] };
    return tasks.filter((task) => task.purpose !== 'group' && task.engine_state === 'READY');
  }

  /** What may come next, for people to read. */
  async show(): Promise<void> {
    const { progress } = await this.status();
    const next = await this.#ready();
    this.#io.stdout.write(`${progress.done} of ${progress.total} done. Next:\n`);
    for (const { step_id, title, performer } of next) {
      this.#io.stdout.write(`  ${step_id}  ${safeText(title, 200)} (${performer})\n`);
    }
    if (next.length === 0)
      this.#io.stdout.write('  nothing is ready: planwright execution shows what it waits for\n');
  }

  /** Lets one step be taken; it is paused again with that. */
  async step(): Promise<void> {
    await this.#call('execution_control', { action: 'step' });
    this.#io.stdout.write(
      'One step may be taken now (planwright agent does); then it is paused.\n',
    );
  }
}

async function stepThrough(stepping: Stepping, io: Io): Promise<number> {
  const lines = createInterface({ input: process.stdin, terminal: false });
  // At once: lines that come before somebody asks for them would be lost.
  const read = lines[Symbol.asyncIterator]();
  try {
    await stepping.show();
    io.stdout.write('Enter: the next step. q: leave it paused.\n');
    for await (const line of read) {
      if (line.trim() === 'q') break;
      const { state } = await stepping.status();
      if (ended.includes(state)) break;
      await stepping.step().catch((error: unknown) => {
        io.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      });
      await stepping.show();
    }
    const { state } = await stepping.status();
    io.stdout.write(ended.includes(state) ? `It is ${state}.\n` : 'It stays paused.\n');
    return 0;
  } finally {
    lines.close();
  }
}

function inputOf(args: Arguments): object {
  const { policy, budget, purse } = args.flags;
  const own = typeof budget === 'string' ? budgetOf(budget) : undefined;
  // A purse is named in the budget.
  const whole = typeof purse === 'string' ? { ...(own as object), purse_id: purse } : own;
  return {
    plan_id: wordAt(args, 0, 'run', 'PLAN'),
    ...(typeof policy === 'string' ? { policy: policyOf(policy) } : {}),
    ...(whole === undefined ? {} : { budget: whole }),
  };
}

export async function runRun(args: Arguments, config: Config, io: Io): Promise<number> {
  const input = inputOf(args);
  const caller = await openCaller(config);
  try {
    const made = (await caller.call('execution_create', input)) as { execution_id: string };
    if (args.flags.step !== true) {
      if (args.flags.json) printJson(io, made);
      else printHuman(io, made);
      return 0;
    }
    const stepping = new Stepping(caller, io, made.execution_id);
    await stepping.pause();
    if (args.flags.json) {
      printJson(io, { execution_id: made.execution_id, held: true });
      return 0;
    }
    io.stdout.write(`${made.execution_id} is paused: each step waits for you.\n`);
    return await stepThrough(stepping, io);
  } finally {
    await caller.close();
  }
}
