// Checks `npm start` as a newcomer uses it: the server answers, and a plan is made over REST and by
// the command line, with no key and no network. Its data folder is temporary.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { planSchema } from '../src/contract/plan.ts';
import { onEnd } from './lib/on-end.ts';
import { say } from './lib/say.ts';
import { startServer } from './lib/server-process.ts';
import { waitFor } from './lib/wait-for.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const goal = 'Open a coffee shop in Copenhagen';

async function planOverRest(origin: string): Promise<void> {
  const created = await fetch(`${origin}/api/plans/generate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: goal }),
  });
  if (!created.ok) throw new Error(`POST /api/plans/generate: ${created.status}`);
  const { plan_id: planId } = (await created.json()) as { plan_id: string };
  await waitFor(() => isCompleted(origin, planId), { what: `plan ${planId}`, timeoutMs: 30_000 });
  say(`ok: a plan over REST (${planId})`);
}

async function isCompleted(origin: string, planId: string): Promise<boolean> {
  const answer = await fetch(`${origin}/api/plans/${planId}/status`);
  const { state } = (await answer.json()) as { state?: string };
  if (state === 'failed' || state === 'stopped') throw new Error(`plan ${planId} is ${state}`);
  return state === 'completed';
}

function planByCommand(folder: string, env: NodeJS.ProcessEnv): void {
  const out = path.join(folder, 'out');
  const command = path.join(root, 'bin', 'planwright');
  execFileSync(command, ['plan', goal, '--out', out, '--json'], { env });
  planSchema.parse(JSON.parse(readFileSync(path.join(out, 'plan.json'), 'utf8')));
  say('ok: a plan by the command line');
}

async function main(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'planwright-start-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const env = { ...process.env, PLANWRIGHT_HOME: path.join(folder, 'home') };
  try {
    const server = await startServer({
      command: 'npm',
      args: ['start'],
      cwd: root,
      env,
      group: true,
      timeoutMs: 60_000,
    });
    say(`ok: npm start, /health answers after ${Math.round(server.readyMs)} ms`);
    try {
      await planOverRest(server.origin);
      planByCommand(folder, env);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`check-start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
