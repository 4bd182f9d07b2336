// An agent that only pretends to work, as a process of its own: for the demo and for trying things.
// It can be told to fail one task once, or to hang in the middle of one so that it can be killed.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { type AgentEvent, type AgentOptions, isApiError, runAgent } from '../index.ts';
import { scriptedHandler } from './scripted-handler.ts';

const help = `Usage: scripted-agent --url URL [options]
  --name NAME          name to register under (default: Ada); PLANWRIGHT_KEY in the environment
                       is used instead of registering
  --role ROLE          role to register with
  --seed N             other numbers, same every time (default: 1)
  --pace-ms N          how long a task takes, about (default: 1000)
  --lease-seconds N    lease to ask for (default: 10)
  --fail-once          fail the first task on its first attempt
  --hang-on N          never finish the N-th task that it takes, or the next one after it that
                       nobody has tried before
  --kind KIND          whose work to take: agent or human
  --execution ID       take work of this execution only
`;

/** One line of JSON for each event; texts of the plan are kept short. */
function lineOf(event: AgentEvent): object {
  switch (event.type) {
    case 'registered':
      return { type: event.type, agent_id: event.agentId };
    case 'trouble':
      return { type: event.type, code: isApiError(event.error) ? event.error.code : 'unknown' };
    case 'failed':
      return { type: event.type, step_id: event.step.step_id, class: event.class };
    case 'message':
      return { type: event.type, from: event.message.from };
    case 'asked':
    case 'proposed':
    case 'claimed':
    case 'completed':
    case 'lease_lost':
    case 'cancelled':
    case 'paused':
    case 'resumed':
      return { type: event.type, step_id: event.step.step_id, attempt: event.step.attempt };
  }
}

function wholeNumber(text: string, name: string, low: number, high: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= low && value <= high) return value;
  throw new TypeError(`--${name} must be a whole number from ${low} to ${high}`);
}

function readArguments(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      url: { type: 'string' },
      name: { type: 'string', default: 'Ada' },
      role: { type: 'string', default: 'Scripted agent (simulated)' },
      seed: { type: 'string', default: '1' },
      'pace-ms': { type: 'string', default: '1000' },
      'lease-seconds': { type: 'string', default: '10' },
      'fail-once': { type: 'boolean', default: false },
      'hang-on': { type: 'string', default: '0' },
      kind: { type: 'string' },
      execution: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  return values;
}

type Values = ReturnType<typeof readArguments>;

function optionsOf(values: Values, url: string, say: (line: object) => void): AgentOptions {
  const script = {
    seed: wholeNumber(values.seed, 'seed', 0, 1e9),
    paceMs: wholeNumber(values['pace-ms'], 'pace-ms', 1, 600_000),
    failOnce: values['fail-once'],
    hangOn: wholeNumber(values['hang-on'], 'hang-on', 0, 1e6),
  };
  const { kind, execution } = values;
  if (kind !== undefined && kind !== 'agent' && kind !== 'human') {
    throw new TypeError('--kind must be agent or human');
  }
  const key = process.env.PLANWRIGHT_KEY;
  const identity = key ? { key } : { register: { name: values.name, role: values.role } };
  return {
    url,
    ...identity,
    leaseSeconds: wholeNumber(values['lease-seconds'], 'lease-seconds', 1, 86_400),
    handlers: scriptedHandler(script, say),
    stopGraceMs: 2_000,
    ...(kind === undefined ? {} : { kinds: [kind] }),
    ...(execution === undefined ? {} : { executionId: execution }),
    onEvent: (event) => say(lineOf(event)),
  };
}

async function main(args: readonly string[]): Promise<number> {
  const values = readArguments(args);
  if (values.help || values.url === undefined) {
    process.stderr.write(help);
    return values.help ? 0 : 2;
  }
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
  const options = optionsOf(values, values.url, say);
  say({ type: 'ready' });
  const summary = await runAgent({ ...options, signal: stop.signal });
  say({ type: 'stopped', ...summary });
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`scripted-agent: ${error instanceof Error ? error.message : 'failed'}\n`);
  process.exitCode = error instanceof TypeError ? 2 : 1;
}
