// Commands that steer: one word for people, whatever the id is of. The operation behind it is chosen by
// what the id looks like.
import type { Config } from '../base/config.ts';
import { type Arguments, textFlag, wordAt } from './arguments.ts';
import { openCaller } from './caller.ts';
import { type Io, printHuman, printJson } from './io.ts';
import { asPerson } from './person.ts';
import { budgetOf } from './policy-flag.ts';

interface Call {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

type Fields = Readonly<Record<string, unknown>>;

const isExecution = (id: string): boolean => id.startsWith('exec_');

const control = (id: string, action: string, more: Fields = {}): Call => ({
  name: 'execution_control',
  input: { execution_id: id, action, ...more },
});

/** Actions on an execution: the action, then the fields that the words after its id are. */
const actions = {
  pause: ['pause'],
  skip: ['skip_step', 'step_id'],
  answer: ['answer', 'step_id', 'answer'],
  accept: ['accept_with_shortfall', 'step_id', 'reason'],
  take: ['take_over', 'step_id'],
  'give-back': ['give_back', 'step_id'],
  reassign: ['reassign', 'step_id', 'to'],
} as const;

const fieldNames = { step_id: 'a step', to: 'an agent', answer: 'an answer', reason: 'a reason' };
/** The rest of the words. */
const texts = new Set(['answer', 'reason']);

function actionCall(command: keyof typeof actions, args: Arguments): Call {
  const id = wordAt(args, 0, command, 'an execution');
  const [action, ...fields]: readonly [string, ...(keyof typeof fieldNames)[]] = actions[command];
  const words = fields.map((field, index): [string, string] => {
    const word = wordAt(args, index + 1, command, fieldNames[field]);
    return [field, texts.has(field) ? args.words.slice(index + 1).join(' ') : word];
  });
  return control(id, action, Object.fromEntries(words));
}

/** A whole number of seconds, or nothing for the server's own choice. */
function secondsFlag(args: Arguments, flag: string, field: string): Fields {
  const text = textFlag(args, flag);
  return text === undefined ? {} : { [field]: Number(text) };
}

/** A plan is stopped, an execution is paused; it is a hold in both. */
function ofEither(command: string, args: Arguments, action: string): Call {
  const id = wordAt(args, 0, command, 'a plan or an execution');
  return isExecution(id)
    ? control(id, action)
    : { name: `plan_${command}`, input: { plan_id: id } };
}

/** Without a step, all that failed is tried again. */
function retryCall(args: Arguments): Call {
  const [id = '', step] = args.words;
  if (step === undefined || !isExecution(id)) return ofEither('retry', args, 'resume');
  return control(id, 'retry_step', { step_id: step });
}

function killCall(args: Arguments): Call {
  const word = wordAt(args, 0, 'kill', 'an execution, an agent, tenant or all');
  if (isExecution(word)) return control(word, 'kill');
  const scope = word.startsWith('agent_') ? `agent:${word}` : word;
  const reason = textFlag(args, 'reason');
  const on = args.flags.lift !== true;
  return { name: 'admin_kill', input: { scope, on, ...(reason === undefined ? {} : { reason }) } };
}

function cancelCall(args: Arguments): Call {
  const id = wordAt(args, 0, 'cancel', 'an execution');
  const compensate = args.flags['no-undo'] === true ? { compensate: false } : {};
  const drain = secondsFlag(args, 'drain-seconds', 'drain_seconds');
  return control(id, 'cancel', { ...compensate, ...drain });
}

function waitCall(args: Arguments): Call {
  const id = wordAt(args, 0, 'wait', 'a plan or an execution');
  const timeout = secondsFlag(args, 'timeout-seconds', 'timeout_seconds');
  return isExecution(id)
    ? { name: 'execution_wait', input: { execution_id: id, ...timeout } }
    : { name: 'plan_wait', input: { plan_id: id, ...timeout } };
}

function fundCall(args: Arguments): Call {
  const id = wordAt(args, 0, 'fund', 'a plan, an execution or a purse');
  const budget = budgetOf(wordAt(args, 1, 'fund', 'dollars or a JSON object'));
  if (id.startsWith('purse_')) return { name: 'purse_fund', input: { purse_id: id, budget } };
  return isExecution(id)
    ? { name: 'execution_fund', input: { execution_id: id, budget } }
    : { name: 'plan_fund', input: { plan_id: id, budget } };
}

const otherCalls = {
  stop: (args: Arguments) => ofEither('stop', args, 'pause'),
  resume: (args: Arguments) => ofEither('resume', args, 'resume'),
  retry: retryCall,
  cancel: cancelCall,
  kill: killCall,
  fund: fundCall,
  wait: waitCall,
};

export type ControlCommand = keyof typeof actions | keyof typeof otherCalls;

const isAction = (name: string): name is keyof typeof actions => Object.hasOwn(actions, name);

export const isControlCommand = (name: string): name is ControlCommand =>
  isAction(name) || Object.hasOwn(otherCalls, name);

export const callOf = (command: ControlCommand, args: Arguments): Call =>
  isAction(command) ? actionCall(command, args) : otherCalls[command](args);

/** Only a person may say that something counts, take a step, or pay; the kill switch is for admins. */
const isForPerson: ReadonlySet<string> = new Set(['accept', 'take', 'give-back', 'fund', 'kill']);

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
