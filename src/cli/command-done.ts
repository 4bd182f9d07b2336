// planwright done: ends a task that the person at this machine does. It is taken first, which changes
// nothing where they have it already, and gives the lease to end it with.
import type { Config } from '../base/config.ts';
import { PlanwrightError } from '../base/errors.ts';
import { jsonValue, parseStrictJson } from '../base/strict-json.ts';
import { type Arguments, textFlag, wordAt } from './arguments.ts';
import { openCaller } from './caller.ts';
import { type Io, printHuman, printJson } from './io.ts';
import { asPerson } from './person.ts';

const maxChars = 100_000;

/** A JSON object as it is; anything else is what they say of it. */
function outputOf(text: string): object {
  if (text.trim() === '' || text.length > maxChars) {
    const message = 'Say what came of it: planwright done EXECUTION STEP "TEXT"';
    throw new PlanwrightError('INVALID_ARGUMENTS', message);
  }
  const reading = parseStrictJson(text, 'The JSON');
  const isObject = text.trimStart().startsWith('{') && (reading.ok || !reading.isUnreadable);
  return isObject ? (jsonValue(reading) as object) : { message: text };
}

export async function runDone(args: Arguments, config: Config, io: Io): Promise<number> {
  const execution_id = wordAt(args, 0, 'done', 'an execution');
  const step_id = wordAt(args, 1, 'done', 'a step');
  const output = outputOf(args.words.slice(2).join(' '));
  const choice = textFlag(args, 'choice');
  const caller = await openCaller(await asPerson(config));
  try {
    const taking = { execution_id, action: 'take_over', step_id };
    const { lease } = (await caller.call('execution_control', taking)) as {
      lease: { token: string } | null;
    };
    const answer = await caller.call('work_complete', {
      ...{ lease_token: lease?.token ?? '', output },
      ...(choice === undefined ? {} : { choice }),
    });
    if (args.flags.json) printJson(io, answer);
    else printHuman(io, answer);
    return 0;
  } finally {
    await caller.close();
  }
}
