// The command line as a face: words for those calls that have a command, and what it prints as the
// answer. The person at this machine works on the data itself, everybody else through the server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type CliRun, jsonOf, runCli } from '../support/cli.ts';
import type { Said } from '../support/judged-run.ts';
import { cleanEnv, launcher } from '../support/server.ts';
import type { Face } from './face.ts';

type Fields = Readonly<Record<string, unknown>>;

const wordOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const flag = (name: string, value: unknown): string[] =>
  value === undefined ? [] : [`--${name}`, wordOf(value)];

function controlWords(input: Fields): string[] | null {
  const { action } = input;
  const about = [input.execution_id, input.step_id].filter((one) => one !== undefined).map(wordOf);
  switch (action) {
    case 'pause':
    case 'resume':
    case 'kill':
      return [action, ...about];
    case 'cancel':
      return [action, ...about, ...flag('drain-seconds', input.drain_seconds)];
    case 'approve':
      return [action, ...about, '--yes'];
    case 'reject':
      return [action, ...about, wordOf(input.reason)];
    case 'accept_with_shortfall':
      return ['accept', ...about, wordOf(input.reason)];
    case 'skip_step':
      return ['skip', ...about];
    case 'retry_step':
      return ['retry', ...about];
    default:
      return null;
  }
}

function killWords({ scope, on, reason }: Fields): string[] {
  const whom = wordOf(scope).replace(/^agent:/, '');
  return ['kill', whom, ...(on === false ? ['--lift'] : []), ...flag('reason', reason)];
}

/** Null: there is no command for it. */
function wordsOf(name: string, input: Fields): string[] | null {
  const id = wordOf(input.execution_id);
  switch (name) {
    case 'execution_create': {
      const { plan_id, policy, budget } = input;
      return ['run', wordOf(plan_id), ...flag('policy', policy), ...flag('budget', budget)];
    }
    case 'execution_status':
      return ['execution', id];
    case 'execution_tasks':
      return ['tasks', id];
    case 'execution_events':
      return ['events', id, ...flag('after', input.after), ...flag('limit', input.limit)];
    case 'execution_control':
      return controlWords(input);
    case 'admin_kill':
      return killWords(input);
    default:
      return null;
  }
}

function saidBy(run: CliRun): Said {
  const answer = jsonOf(run);
  const { error } = answer as { error?: { code: string } };
  return { code: error?.code ?? null, body: answer, text: run.stdout + run.stderr };
}

export interface CliPlace {
  readonly home: string;
  readonly url: string;
  /** Of the person at this machine. */
  readonly personKey: string;
  /** What the server was started with. */
  readonly env: Readonly<Record<string, string>>;
}

const envOf = ({ url, personKey, env }: CliPlace, key: string): Record<string, string> => ({
  ...env,
  PLANWRIGHT_LOG_LEVEL: 'error',
  ...(key === personKey ? {} : { PLANWRIGHT_URL: url, PLANWRIGHT_KEY: key }),
});

export const cliFace = (place: CliPlace): Face => ({
  call(name, input, key) {
    const words = wordsOf(name, input as Fields);
    if (!words) return null;
    return runCli([...words, '--json'], { home: place.home, env: envOf(place, key) }).then(saidBy);
  },
  close: async () => undefined,
});

/** Shows what is asked, lets something happen meanwhile, and then says yes. */
export async function approveByHand(
  place: CliPlace,
  run: string,
  step: string,
  meanwhile: () => Promise<void>,
): Promise<{ readonly code: number; readonly seen: string }> {
  const env = cleanEnv({ ...place.env, PLANWRIGHT_HOME: place.home });
  const child = spawn(launcher, ['approve', run, step, '--url', place.url], { env });
  let seen = '';
  let hasAsked = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      seen += text;
      if (hasAsked || !seen.includes('[y/N]')) return;
      hasAsked = true;
      void meanwhile().then(() => child.stdin.end('y\n'));
    });
  }
  const [code] = (await once(child, 'close')) as [number];
  return { code, seen };
}
