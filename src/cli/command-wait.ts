// planwright wait: until a plan or an execution is over, however long that takes, or as long as it was
// told. Exit 5 says that it is not over. Ctrl-C leaves it; it goes on where it is made.
import type { Config } from '../base/config.ts';
import { type Arguments, textFlag } from './arguments.ts';
import { type Caller, openCaller } from './caller.ts';
import { callOf } from './command-control.ts';
import { type Followed, followPlan } from './follow-plan.ts';
import { catchInterrupt } from './interrupt.ts';
import { type Io, printHuman, printJson, widthOf } from './io.ts';
import { statusText } from './status-text.ts';

interface Status {
  readonly state: string;
}

const under = new Set(['CREATED', 'QUEUED', 'RUNNING']);
const notOver = 5;

const isOver = ({ state }: Status): boolean => !under.has(state);

type Call = ReturnType<typeof callOf>;

async function waitForExecution(
  caller: Caller,
  { name, input }: Call,
  args: Arguments,
  io: Io,
): Promise<number> {
  const isLimited = textFlag(args, 'timeout-seconds') !== undefined;
  let status = (await caller.call(name, input)) as Status;
  while (!isLimited && !isOver(status)) status = (await caller.call(name, input)) as Status;
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
async function waitForPlan(caller: Caller, { input }: Call, args: Arguments, io: Io) {
  const { plan_id, timeout_seconds: limit } = input as Readonly<Record<string, unknown>>;
  const interrupt = catchInterrupt();
  try {
    const limited = typeof limit === 'number' ? { limitSeconds: limit } : {};
    const following = { caller, io, interrupt, onInterrupt: 'leave', ...limited } as const;
    const followed = await followPlan(following, String(plan_id));
    showPlan(followed, args, io);
    if (followed.how === 'left') return interrupt.code();
    return followed.how === 'late' ? notOver : 0;
  } finally {
    interrupt.close();
  }
}

export async function runWait(args: Arguments, config: Config, io: Io): Promise<number> {
  const call = callOf('wait', args);
  const caller = await openCaller(config);
  // Who leaves does not wait for what it has begun: that is given back.
  let graceMs: number | undefined;
  try {
    const isPlan = call.name === 'plan_wait';
    const code = await (isPlan ? waitForPlan : waitForExecution)(caller, call, args, io);
    if (code > 128) graceMs = 0;
    return code;
  } finally {
    await caller.close(graceMs);
  }
}
