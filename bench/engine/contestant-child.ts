// One contestant in this process, driven by the parent's messages. Times are taken here, so that the
// messages are in no figure.
import process from 'node:process';
import type {
  ChildAnswer,
  ChildRequest,
  Contestant,
  ContestantModule,
  OpenOptions,
  StepOutput,
  Window,
} from './contestant.ts';
import { makeOutput } from './step-output.ts';

let contestant: Contestant | null = null;
let stepsPerRun = 0;
let runs = 0;
/** A window that lasts so long is cut. */
const patienceMs = 10_000;

interface Watch {
  readonly startedMs: number;
  begun: number;
  cut(window: Window): void;
}
let watch: Watch | null = null;

/**
 * Looked at by every step rather than by a timer, which some contestants never let ring while they
 * have something to do.
 */
function countStep(): void {
  if (watch === null) return;
  watch.begun += 1;
  const elapsedMs = performance.now() - watch.startedMs;
  if (elapsedMs < patienceMs) return;
  watch.cut({ steps: watch.begun, elapsedMs, isCut: true });
  watch = null;
}

async function open(module: string, options: OpenOptions): Promise<void> {
  const { open: openOne } = (await import(module)) as ContestantModule;
  stepsPerRun = options.steps;
  const countedOutput = (n: number): StepOutput => {
    countStep();
    return makeOutput(n, options.outputBytes);
  };
  contestant = await openOne({ ...options, makeOutput: countedOutput });
}

const mustHave = (what: string, count: number): void => {
  if (count !== stepsPerRun) throw new Error(`${count} steps ${what}, not ${stepsPerRun}`);
};

const newId = (): string => {
  runs += 1;
  return `run-${process.pid}-${runs}`;
};

/** So many runs at a time, batch after batch, until the time is over. */
async function runBatches(one: Contestant, atOnce: number, windowMs: number): Promise<Window> {
  const startedMs = performance.now();
  let steps = 0;
  let ids: string[] = [];
  while (performance.now() - startedMs < windowMs) {
    ids = Array.from({ length: atOnce }, newId);
    const counts = await Promise.all(ids.map((id) => one.runOnce(id)));
    for (const count of counts) mustHave('done', count);
    steps += atOnce * stepsPerRun;
  }
  await one.settle?.();
  const elapsedMs = performance.now() - startedMs;
  for (const id of ids) mustHave('persisted', await one.countPersisted(id));
  return { steps, elapsedMs, isCut: false };
}

async function runWindow(one: Contestant, atOnce: number, windowMs: number): Promise<Window> {
  // Said at once: whatever waits for a promise would wait with the runs.
  const cut = (window: Window): void => void process.send?.({ ok: true, window });
  watch = { startedMs: performance.now(), begun: 0, cut };
  try {
    return await runBatches(one, atOnce, windowMs);
  } finally {
    watch = null;
  }
}

async function answer(request: ChildRequest): Promise<ChildAnswer> {
  switch (request.do) {
    case 'open':
      await open(request.module, request.options);
      return { ok: true };
    case 'window':
      if (contestant === null) throw new Error('not open');
      return { ok: true, window: await runWindow(contestant, request.atOnce, request.windowMs) };
    case 'close':
      await contestant?.close();
      return { ok: true };
  }
}

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

process.on('message', (request: ChildRequest) => {
  answer(request)
    .catch((error: unknown): ChildAnswer => ({ ok: false, error: textOf(error) }))
    .then((reply) => {
      process.send?.(reply, () => {
        if (request.do === 'close') process.exit(0);
      });
    })
    .catch(() => process.exit(1));
});
process.on('disconnect', () => process.exit(1));
