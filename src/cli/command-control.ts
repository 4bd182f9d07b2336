// Commands that steer: stop, resume, retry, pause, cancel, kill, skip, answer, accept, take … One word for people,
// whatever the id is of; the operation behind it is chosen by what the id looks like.
import type { Config } from '../base/config.ts';
import { PlanwrightError } from '../base/errors.ts';
import { type Arguments, textFlag, wordAt } from './arguments.ts';
import { openCaller } from './caller.ts';
import { type Io, printHuman, printJson } from './io.ts';
import { asPerson } from './person.ts';
import { budgetOf } from './policy-flag.ts';

interface Call {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export const controlCommands = [
  'stop',
  'resume',
  'retry',
  'pause',
  'cancel',
  'kill',
  'skip',
  'answer',
  'accept',
  'take',
  'give-back',
  'reassign',
  'fund',
  'wait',
] as const;
export type ControlCommand = (typeof controlCommands)[number];

export const isControlCommand = (name: string): name is ControlCommand =>
  (controlCommands as readonly string[]).includes(name);

const isExecution = (id: string): boolean => id.startsWith('exec_');

const control = (id: string, action: string, more: object = {}): Call => ({
  name: 'execution_control',
  input: { execution_id: id, action, ...more },
});

/** A whole number of seconds, or nothing for the server's own choice. */
function secondsFlag(args: Arguments, flag: string, field: string): object {
  const text = textFlag(args, flag);
  return text === undefined ? {} : { [field]: Number(text) };
}

const planCall = (operation: string, id: string): Call => ({
  name: operation,
  input: { plan_id: id },
});

/** A plan is stopped, an execution is paused; it is a hold in both. */
function stopCall(args: Arguments): Call {
  const id = wordAt(args, 0, 'stop', 'a plan or an execution');
  return isExecution(id) ? control(id, 'pause') : planCall('plan_stop', id);
}

function resumeCall(args: Arguments): Call {
  const id = wordAt(args, 0, 'resume', 'a plan or an execution');
  return isExecution(id) ? control(id, 'resume') : planCall('plan_resume', id);
}

/** Without a step, all that failed is tried again. */
function retryCall(args: Arguments): Call {
  const id = wordAt(args, 0, 'retry', 'a plan or an execution');
  const [, step] = args.words;
  if (!isExecution(id)) return planCall('plan_retry', id);
  return step === undefined ? control(id, 'resume') : control(id, 'retry_step', { step_id: step });
}

function killCall(args: Arguments): Call {
  const word = wordAt(args, 0, 'kill', 'an execution, an agent, tenant or all');
  if (isExecution(word)) return control(word, 'kill');
  const scope = word.startsWith('agent_') ? `agent:${word}` : word;
  const reason = textFlag(args, 'reason');
  const input = {
    scope,
    on: args.flags.lift !== true,
    ...(reason === undefined ? {} : { reason }),
  };
  return { name: 'admin_kill', input };
}

function cancelCall(args: Arguments): Call {
  const id = wordAt(args, 0, 'cancel', 'an execution');
  const compensate = args.flags['no-undo'] === true ? { compensate: false } : {};
  const drain = secondsFlag(args, 'drain-seconds', 'drain_seconds');
  return control(id, 'cancel', { ...compensate, ...drain });
}

function answerCall(args: Arguments): Call {
  const id = wordAt(args, 0, 'answer', 'an execution');
  const step = wordAt(args, 1, 'answer', 'a step');
  const answer = args.words.slice(2).join(' ');
  if (answer.trim() !== '') return control(id, 'answer', { step_id: step, answer });
  const message = 'Say the answer: planwright answer EXECUTION STEP "TEXT"';
  throw new PlanwrightError('INVALID_ARGUMENTS', message);
}

function acceptCall(args: Arguments): Call {
  const id = wordAt(args, 0, 'accept', 'an execution');
  const step = wordAt(args, 1, 'accept', 'a step');
  const reason = args.words.slice(2).join(' ');
  if (reason.trim() !== '') return control(id, 'accept_with_shortfall', { step_id: step, reason });
  const message = 'Say why it counts: planwright accept EXECUTION STEP "REASON"';
  throw new PlanwrightError('INVALID_ARGUMENTS', message);
}

const stepCall = (args: Arguments, command: string, action: string, more: object = {}): Call =>
  control(wordAt(args, 0, command, 'an execution'), action, {
    step_id: wordAt(args, 1, command, 'a step'),
    ...more,
  });

function waitCall(args: Arguments): Call {
  // Named as the operation does: it is in the table under this command.
  const id = wordAt(args, 0, 'wait', 'plan_id');
  const timeout = secondsFlag(args, 'timeout-seconds', 'timeout_seconds');
  return isExecution(id)
    ? { name: 'execution_wait', input: { execution_id: id, ...timeout } }
    : { name: 'plan_wait', input: { plan_id: id, ...timeout } };
}

function fundCall(id: string, budget: unknown): Call {
  if (id.startsWith('purse_')) return { name: 'purse_fund', input: { purse_id: id, budget } };
  return isExecution(id)
    ? { name: 'execution_fund', input: { execution_id: id, budget } }
    : { name: 'plan_fund', input: { plan_id: id, budget } };
}

export function callOf(command: ControlCommand, args: Arguments): Call {
  switch (command) {
    case 'stop':
      return stopCall(args);
    case 'resume':
      return resumeCall(args);
    case 'retry':
      return retryCall(args);
    case 'pause':
      return control(wordAt(args, 0, command, 'an execution'), 'pause');
    case 'cancel':
      return cancelCall(args);
    case 'kill':
      return killCall(args);
    case 'skip': {
      const id = wordAt(args, 0, command, 'an execution');
      return control(id, 'skip_step', { step_id: wordAt(args, 1, command, 'a step') });
    }
    case 'answer':
      return answerCall(args);
    case 'take':
      return stepCall(args, 'take', 'take_over');
    case 'give-back':
      return stepCall(args, 'give-back', 'give_back');
    case 'fund': {
      const id = wordAt(args, 0, 'fund', 'a plan, an execution or a purse');
      return fundCall(id, budgetOf(wordAt(args, 1, 'fund', 'dollars or a JSON object')));
    }
    case 'reassign':
      return stepCall(args, 'reassign', 'reassign', {
        to: wordAt(args, 2, 'reassign', 'an agent'),
      });
    case 'accept':
      return acceptCall(args);
    case 'wait':
      return waitCall(args);
  }
}

/** Only a person may say that something counts, take a step, or pay. */
const isForPerson: ReadonlySet<ControlCommand> = new Set(['accept', 'take', 'give-back', 'fund']);

export async function runControl(
  command: ControlCommand,
  args: Arguments,
  config: Config,
  io: Io,
): Promise<number> {
  const { name, input } = callOf(command, args);
  const asked = isForPerson.has(command) ? await asPerson(config) : config;
  const caller = await openCaller(asked, { withWorker: command !== 'stop' });
  try {
    const answer = await caller.call(name, input);
    if (args.flags.json) printJson(io, answer);
    else printHuman(io, answer);
    return 0;
  } finally {
    await caller.close();
  }
}
