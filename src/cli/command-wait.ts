// planwright wait: until a plan or an execution is over, however long that takes, or as long as it was
// told. Exit 5 says that it is not over. Ctrl-C leaves it; it goes on where it is made.
import type { Config } from '../base/config.ts';
import { type Arguments, textFlag, wordAt } from './arguments.ts';
import { type Caller, openCaller } from './caller.ts';
import { type Followed, followPlan } from './follow-plan.ts';
import { isExecution } from './ids.ts';
import { catchInterrupt } from './interrupt.ts';
import { type Io, printHuman, printJson, widthOf } from './io.ts';
import { statusText } from './status-text.ts';

interface Status {
  readonly state: string;
}

const under = new Set(['CREATED', 'QUEUED', 'RUNNING']);
const notOver = 5;

const isOver = ({ state }: Status): boolean => !under.has(state);

interface Wish {
  readonly id: string;
  readonly limit: { readonly timeout_seconds?: number };
}

/** A whole number of seconds, or nothing for the server's own choice. */
function wishOf(args: Arguments): Wish {
  const id = wordAt(args, 0, 'wait', 'PLAN or EXECUTION');
  const seconds = textFlag(args, 'timeout-seconds');
  return { id, limit: seconds === undefined ? {} : { timeout_seconds: Number(seconds) } };
}

async function waitForExecution(
  caller: Caller,
  { id, limit }: Wish,
  args: Arguments,
  io: Io,
): Promise<number> {
  const wait = () =>
    caller.call('execution_wait', { execution_id: id, ...limit }) as Promise<Status>;
  let status = await wait();
  while (limit.timeout_seconds === undefined && !isOver(status)) status = await wait();
  if (args.flags.json) printJson(io, status);
  else printHuman(io, status);
  return isOver(status) ? 0 : notOver;
}

function showPlan({ how, status }: Followed, args: Arguments, io: Io): void {
  if (args.flags.json) printJson(io, status);
  else io.stdout.write(statusText(status, widthOf(io)));
  if (how === 'left') io.stderr.write(`To wait again: planwright wait ${status.plan_id}\n`);
}

/** One that waits for money does not go on by itself: waiting for it would be for ever. */
async function waitForPlan(caller: Caller, { id, limit }: Wish, args: Arguments, io: Io) {
  const interrupt = catchInterrupt();
  try {
    const { timeout_seconds: limitSeconds } = limit;
    const limited = limitSeconds === undefined ? {} : { limitSeconds };
    const following = { caller, io, interrupt, onInterrupt: 'leave', ...limited } as const;
    const followed = await followPlan(following, id);
    showPlan(followed, args, io);
    if (followed.how === 'left') return interrupt.code();
    return followed.how === 'late' ? notOver : 0;
  } finally {
    interrupt.close();
  }
}

export async function runWait(args: Arguments, config: Config, io: Io): Promise<number> {
  const wish = wishOf(args);
  const caller = await openCaller(config);
  // Who leaves does not wait for what it has begun: that is given back.
  let graceMs: number | undefined;
  try {
    const waitFor = isExecution(wish.id) ? waitForExecution : waitForPlan;
    const code = await waitFor(caller, wish, args, io);
    if (code > 128) graceMs = 0;
    return code;
  } finally {
    await caller.close(graceMs);
  }
}
