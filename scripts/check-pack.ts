// Checks the package as a stranger gets it: pack, install the tarball into an empty folder, then
// use its command, its schema and its server with the dashboard. Needs the npm registry.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { installedMb } from '../bench/lib/installed-package.ts';
import { planSchema } from '../src/contract/plan.ts';
import { onEnd } from './lib/on-end.ts';
import { say } from './lib/say.ts';
import { startServer } from './lib/server-process.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Without this clone's node_modules/.bin and npm's own variables: the machine as a user has it. */
function userEnvironment(home: string): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(
    ([key]) => !/^(npm_(?!config_)|NODE_|PLANWRIGHT_|INIT_CWD)/.test(key),
  );
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const PATH = folders.filter((one) => !one.includes('node_modules')).join(path.delimiter);
  return { ...Object.fromEntries(entries), PATH, PLANWRIGHT_HOME: home };
}

function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

function pack(folder: string): string {
  const args = ['pack', '--json', '--pack-destination', folder, '--loglevel', 'error'];
  const output = execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 2],
  });
  const [packed] = JSON.parse(output.slice(output.indexOf('['))) as {
    filename: string;
    size: number;
  }[];
  assert(packed !== undefined, 'npm pack made nothing');
  say(`packed ${packed.filename}, ${Math.round(packed.size / 1024)} kB`);
  return path.join(folder, packed.filename);
}

function install(tarball: string, folder: string, env: NodeJS.ProcessEnv): void {
  mkdirSync(folder);
  const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel', 'error'];
  execFileSync('npm', [...args, tarball], { cwd: folder, env, stdio: ['ignore', 2, 2] });
}

/** As docs/decisions/0026 says: what users install, but for Node itself. */
const mostMb = 65;

function checkSize(folder: string): void {
  const mb = installedMb(path.join(folder, 'measured'));
  assert(
    mb <= mostMb,
    `the installed package has ${mb.toFixed(1)} MB; at most ${mostMb} are allowed`,
  );
  say(`ok: ${mb.toFixed(1)} MB installed without Node, of at most ${mostMb}`);
}

function checkHelp(folder: string, env: NodeJS.ProcessEnv): void {
  const help = execFileSync('npx', ['--no-install', 'planwright', '--help'], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  assert(/plan/.test(help) && /serve/.test(help), 'the help names neither plan nor serve');
  say('ok: npx planwright --help');
}

function checkPlan(folder: string, bin: string, env: NodeJS.ProcessEnv): void {
  const goal = 'Open a coffee shop in Copenhagen';
  execFileSync(bin, ['plan', goal, '--out', 'out', '--json'], { cwd: folder, env });
  planSchema.parse(JSON.parse(readFileSync(path.join(folder, 'out', 'plan.json'), 'utf8')));
  const schema = path.join(folder, 'node_modules', 'planwright', 'schema', 'plan.schema.json');
  assert(existsSync(schema), 'the package has no schema/plan.schema.json');
  say('ok: planwright plan writes a valid plan.json');
}

async function checkServer(bin: string, env: NodeJS.ProcessEnv, cwd: string): Promise<void> {
  const server = await startServer({ command: bin, args: ['serve'], env, cwd });
  try {
    await checkPage(server.origin);
    say(`ok: planwright serve, ready in ${Math.round(server.readyMs)} ms, with the dashboard`);
  } finally {
    const code = await server.stop();
    assert(code === 0, `the server ended with ${code} on SIGTERM`);
  }
}

async function checkPage(origin: string): Promise<void> {
  const page = await fetch(`${origin}/`);
  const html = await page.text();
  assert(page.ok && /text\/html/.test(page.headers.get('content-type') ?? ''), 'GET / is no page');
  const script = /<script[^>]+src="([^"]+)"/.exec(html)?.[1];
  assert(script !== undefined, 'GET / names no script');
  const asset = await fetch(new URL(script, `${origin}/`));
  assert(asset.ok, `the page's script ${script} answers ${asset.status}`);
  await asset.arrayBuffer();
}

async function main(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'planwright-pack-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  try {
    const env = userEnvironment(path.join(folder, 'home'));
    const app = path.join(folder, 'app');
    install(pack(folder), app, env);
    checkSize(folder);
    const bin = path.join(app, 'node_modules', '.bin', 'planwright');
    checkHelp(app, env);
    checkPlan(app, bin, env);
    await checkServer(bin, env, app);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`check-pack: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
