// Runs the demo as a newcomer does, and looks at what it left behind: every run's log must verify.
//   npm run check:demo                             its own server, SQLite
//   npm run check:demo -- --postgres --servers 2   two servers on one PostgreSQL, agents on both
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/support/postgres.ts';
import { onEnd } from './lib/on-end.ts';
import { say } from './lib/say.ts';
import { type ServerProcess, startServer } from './lib/server-process.ts';

const planwright = fileURLToPath(new URL('../bin/planwright', import.meta.url));

interface DemoAnswer {
  readonly ok: boolean;
}

function runDemo(args: readonly string[], env: NodeJS.ProcessEnv): void {
  const output = execFileSync(planwright, ['demo', '--json', '--speed', '2', ...args], { env });
  const answer = JSON.parse(output.toString()) as DemoAnswer;
  if (!answer.ok) throw new Error(`the demo says ${output.toString()}`);
  say(`ok: the demo completed (${output.toString().trim().slice(0, 300)})`);
}

function verifyLogs(env: NodeJS.ProcessEnv): void {
  const output = execFileSync(planwright, ['verify', '--json'], { env });
  const { ok, runs } = JSON.parse(output.toString()) as { ok: boolean; runs: unknown[] };
  if (!ok || runs.length < 2) throw new Error(`verify says ${output.toString()}`);
  say(`ok: the logs of ${runs.length} runs verify`);
}

async function onOneServer(home: string): Promise<void> {
  const env = { ...process.env, PLANWRIGHT_HOME: home };
  runDemo(['--home', home], env);
  verifyLogs(env);
}

async function onPostgres(home: string, count: number): Promise<void> {
  const postgres = await startPostgres();
  const env = {
    ...process.env,
    PLANWRIGHT_HOME: home,
    PLANWRIGHT_DATABASE_URL: postgres.url,
  };
  const servers: ServerProcess[] = [];
  try {
    for (let index = 0; index < count; index += 1) {
      servers.push(await startServer({ command: planwright, args: ['serve'], env }));
    }
    const urls = servers.map((server) => server.origin).join(',');
    say(`ok: ${count} servers on one PostgreSQL`);
    runDemo(['--url', urls, '--home', home], process.env);
    verifyLogs(env);
  } finally {
    for (const server of servers) await server.stop();
    await postgres.stop();
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { postgres: { type: 'boolean' }, servers: { type: 'string', default: '2' } },
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'planwright-demo-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const home = path.join(folder, 'home');
  if (values.postgres) await onPostgres(home, Number(values.servers));
  else await onOneServer(home);
  rmSync(folder, { recursive: true, force: true });
}

try {
  await main();
} catch (error) {
  process.stderr.write(`check-demo: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
