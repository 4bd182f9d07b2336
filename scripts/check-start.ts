// Checks `npm start` as a newcomer uses it: the server answers, a goal becomes a plan on the screen within
// a minute, and a plan is made over REST and by the command line, with no key and no network. Its data
// folder is temporary. Where there is no Chromium the screen is left out, with one line.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { planSchema } from '../src/contract/plan.ts';
import { launchOptions, openPage } from '../test/e2e/browser-page.ts';
import { findBrowser } from './lib/find-browser.ts';
import { onEnd } from './lib/on-end.ts';
import { say } from './lib/say.ts';
import { type ServerProcess, startServer } from './lib/server-process.ts';
import { waitFor } from './lib/wait-for.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const goal = 'Open a coffee shop in Copenhagen';
/** From the start in an empty folder to a plan that can be read. */
const maxSeconds = 60;

/** As somebody does it who has only the address: open the page, type, press the button, read. */
async function planOnScreen(origin: string): Promise<void> {
  const browser = await chromium.launch(await launchOptions());
  try {
    const { page, faults } = await openPage(browser, origin);
    await page.goto(origin);
    await page.getByLabel('What do you want to get done?').fill(goal);
    await page.getByRole('button', { name: 'Make a plan' }).click();
    await page.getByTestId('verdict').waitFor({ timeout: maxSeconds * 1_000 });
    if (faults.length > 0) throw new Error(`the page has faults: ${faults.join('; ')}`);
  } finally {
    await browser.close();
  }
}

async function checkScreen({ origin, readyMs }: Pick<ServerProcess, 'origin' | 'readyMs'>) {
  const beganMs = performance.now();
  const hasBrowser = (await findBrowser({ install: false })) !== undefined;
  if (!hasBrowser) return say('left out: a plan on the screen, for want of Chromium');
  await planOnScreen(origin);
  const seconds = (readyMs + performance.now() - beganMs) / 1_000;
  say(`ok: plan on the screen ${seconds.toFixed(1)} s after npm start`);
  if (seconds > maxSeconds) throw new Error(`that is more than ${maxSeconds} s`);
}

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
      await checkScreen(server);
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
