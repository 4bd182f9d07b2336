// Who plays in the demo: Ada, who fails one task once; Bo, who is killed in the middle of one; and a
// scripted person for what only a person may do. The agents are processes of their own.
import process from 'node:process';
import { scriptedHandler } from '../../../sdk/examples/scripted-handler.ts';
import { type PlanwrightClient, runAgent } from '../../../sdk/index.ts';
import { settleWithin } from '../../../sdk/pause.ts';
import { safeText } from '../safe-text.ts';
import type { Child, Children } from './children.ts';

const agentScript = new URL('../../../sdk/examples/scripted-agent.ts', import.meta.url);

export interface Stage {
  readonly client: PlanwrightClient;
  /** Where Ada and the person go; another server of the same store when there is one. */
  readonly otherUrl: string;
  readonly executionId: string;
  readonly paceMs: number;
  readonly say: (line: string) => void;
}

export interface Victim {
  readonly name: string;
  /** The step it held when it was killed; null while it lives. */
  readonly heldStep: string | null;
}

const leaseSeconds = 3;
/** Long enough that a watcher sees it working before it dies. */
const lastWordsMs = 600;
const personLeaseSeconds = 60;
const readyWithinMs = 10_000;

/** An agent gets its own key and what Node needs, and none of the secrets around it. */
function agentEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS'];
  const entries = names.map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

async function startAgent(
  stage: Stage,
  children: Children,
  name: string,
  url: string,
  args: readonly string[],
  onLine: (line: string) => void,
): Promise<Child> {
  const role = 'Scripted agent (simulated)';
  const { key } = await stage.client.registerAgent({ name, role, capabilities: [] });
  const env = { ...agentEnvironment(), ...(key === null ? {} : { PLANWRIGHT_KEY: key }) };
  const common = ['--url', url, '--execution', stage.executionId];
  const pace = ['--pace-ms', String(stage.paceMs), '--lease-seconds', String(leaseSeconds)];
  const script = agentScript;
  return children.start({ script, args: [...common, ...pace, ...args], env, onLine });
}

export const startAda = (stage: Stage, children: Children): Promise<Child> =>
  startAgent(
    stage,
    children,
    'Ada',
    stage.otherUrl,
    ['--seed', '1', '--fail-once'],
    () => undefined,
  );

/**
 * Bo hangs in his third task, and that is when he is killed. Resolves once he is up: whoever starts
 * after him cannot take all the work before he has had his turn.
 */
export async function startBo(stage: Stage, children: Children): Promise<Victim> {
  const state: { name: string; heldStep: string | null } = { name: 'Bo', heldStep: null };
  const ready = Promise.withResolvers<void>();
  const args = ['--seed', '2', '--hang-on', '3'];
  const child = await startAgent(stage, children, 'Bo', stage.client.url, args, (line) => {
    const said = readLine(line);
    if (said.type === 'ready') ready.resolve();
    if (said.type !== 'hanging' || state.heldStep !== null) return;
    state.heldStep = said.step_id ?? '';
    const title = safeText(said.title ?? 'a task', 90);
    setTimeout(() => {
      if (child.hasExited) return;
      child.killNow();
      stage.say(`Bo was killed (kill -9) in the middle of "${title}"`);
    }, lastWordsMs).unref();
  });
  await settleWithin(Promise.race([ready.promise, child.exited]), readyWithinMs);
  return state;
}

interface AgentLine {
  readonly type?: string;
  readonly step_id?: string;
  readonly title?: string;
}

function readLine(line: string): AgentLine {
  try {
    return JSON.parse(line) as AgentLine;
  } catch {
    return {};
  }
}

/** Runs in this process, with the key of a person, until the signal is aborted. */
export async function playPerson(stage: Stage, key: string, signal: AbortSignal): Promise<void> {
  const script = { seed: 3, paceMs: stage.paceMs, failOnce: false, hangOn: 0 };
  await runAgent({
    url: stage.otherUrl,
    key,
    kinds: ['human'],
    executionId: stage.executionId,
    leaseSeconds: personLeaseSeconds,
    handlers: scriptedHandler(script, () => undefined),
    stopGraceMs: 0,
    signal,
  });
}
