// planwright wait: until a plan or an execution is over, however long that takes, or as long as it was told.
// Exit 5 says that it is not over.
import type { Config } from '../base/config.ts';
import { type Arguments, textFlag } from './arguments.ts';
import { type Caller, openCaller } from './caller.ts';
import { callOf } from './command-control.ts';
import { type Io, printHuman, printJson } from './io.ts';

interface Status {
  readonly state: string;
  readonly timing?: { readonly stalled?: { readonly waits_for: string } };
}

const under = new Set(['pending', 'processing', 'CREATED', 'QUEUED', 'RUNNING']);
const notOver = 5;

const isOver = ({ state }: Status): boolean => !under.has(state);

/** It does not go on by itself: waiting for it would be for ever. */
const isUnpaid = ({ timing }: Status): boolean => timing?.stalled?.waits_for === 'budget';

async function statusAfter(caller: Caller, args: Arguments): Promise<Status> {
  const { name, input } = callOf('wait', args);
  const isLimited = textFlag(args, 'timeout-seconds') !== undefined;
  for (;;) {
    const status = (await caller.call(name, input)) as Status;
    if (isLimited || isOver(status) || isUnpaid(status)) return status;
  }
}

export async function runWait(args: Arguments, config: Config, io: Io): Promise<number> {
  const caller = await openCaller(config);
  try {
    const status = await statusAfter(caller, args);
    if (args.flags.json) printJson(io, status);
    else printHuman(io, status);
    return isOver(status) ? 0 : notOver;
  } finally {
    await caller.close();
  }
}
