// Runs in a copy of the tree that has one more operation: makes what is made from the operations, then
// calls it through every face. What it saw goes to stdout, as JSON.
//   node one-operation-probe.ts OPERATION INPUT
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { operationFiles } from '../../scripts/lib/operations/operation-files.ts';
import type { World } from '../security/world.ts';

const [name = '', text = '{}'] = process.argv.slice(2);
const input = JSON.parse(text) as { plan_id: string; word: string };
const root = fileURLToPath(new URL('../..', import.meta.url));

for (const [file, made] of await operationFiles(root)) writeFileSync(path.join(root, file), made);

// All that follows reads the files that were just made.
const { openApp, appOrigin } = await import('../support/app.ts');
const { mcpCall, restCall } = await import('../security/faces.ts');
const { fixtureOf, variants } = await import('../security/fixtures.ts');
const { runCommandLine } = await import('../../src/cli/main.ts');
const { PlanwrightClient } = await import('../../sdk/client.ts');
const page = await import('../../web/src/api/endpoints.ts');

const app = await openApp();
globalThis.fetch = async (to, init) => {
  const url = to instanceof Request ? to.url : to;
  return app.fetch(new Request(new URL(url, appOrigin), init));
};
const stranger = await app.makeKey({ tenant: 'tenant_a', scopes: ['work'] });
const reader = await app.makeKey({ tenant: 'tenant_a', scopes: ['plan:read'] });

async function command(...argv: readonly string[]): Promise<string> {
  let written = '';
  const stream = { write: (part: string | Uint8Array) => (written += String(part)) };
  await runCommandLine(argv, { stdout: stream, stderr: stream });
  return written;
}

const client = new PlanwrightClient({ url: appOrigin, key: reader });
type Method = (planId: string, word: string) => Promise<unknown>;
const { paths } = (await (await app.call('/openapi.json')).json()) as {
  paths: Readonly<Record<string, Readonly<Record<string, { operationId?: string }>>>>;
};
const described = Object.entries(paths).flatMap(([at, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({ at, method, operationId })),
);
const refusals = await Promise.all(
  [restCall, mcpCall].map(async (call) => (await call(app, name, input, stranger)).code),
);

const matrix = variants.filter((variant) => variant.name === name);
const [fixture] = matrix.map(fixtureOf);
const world = { planId: 'plan_of_world' } as World;

const seen = {
  rest: (await restCall(app, name, input, reader)).body,
  mcp: (await mcpCall(app, name, input, reader)).body,
  sdk: await (client as unknown as Record<string, Method>).wordEcho?.(
    ...([input.plan_id, input.word] as const),
  ),
  page: await page.call(name as never, input as never),
  cli: JSON.parse(
    await command('echo', input.plan_id, input.word, '--json', '--url', appOrigin),
  ) as object,
  help: await command('echo', '--help'),
  openapi: described.filter(({ operationId }) => operationId === name),
  refusals,
  matrix,
  fixture: await fixture?.input(world),
  strangerSees: fixture?.strangerSees,
};
process.stdout.write(JSON.stringify(seen));
await app.close();
