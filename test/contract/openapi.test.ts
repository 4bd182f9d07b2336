// The published description of the API, as foreign tools read it, and the table behind it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { healthOutput, readyOutput } from '../../src/contract/health.ts';
import { jsonOperations, operations } from '../../src/operations/table.ts';
import { runTool } from '../mcp/run-tool.ts';
import { openApp, type TestApp } from '../support/app.ts';

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId: string }>>>>;
}

let app: TestApp;
let document: Document;

beforeAll(async () => {
  app = await openApp();
  document = (await (await app.call('/openapi.json')).json()) as Document;
});
afterAll(() => app.close());

describe('the OpenAPI document', () => {
  it('[OP1] is a valid OpenAPI 3.1 document', async () => {
    const result = await new Validator().validate({ ...structuredClone(document) });
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it('[OP1] passes the recommended lint rules without an error or a warning', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(document));
    const run = await runTool('redocly', ['lint', file, '--extends=recommended', '--format=json'], {
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    });
    await rm(folder, { recursive: true });
    const { totals } = JSON.parse(run.stdout) as { totals: object };
    expect(totals, run.stdout).toMatchObject({ errors: 0, warnings: 0 });
    expect(run.code).toBe(0);
  });

  it('[OP1] has every operation of the table at its address, and nothing else', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId }]) => `${operationId} ${method} ${path}`,
      ),
    );
    const expected = operations.map(
      ({ name, rest }) => `${name} ${rest.method.toLowerCase()} ${rest.path}`,
    );
    const probes = ['health', 'ready', 'metrics'].map((name) => `${name} get /${name}`);
    expect(described.sort()).toEqual([...probes, ...expected].sort());
  });

  it('[OP1] describes /health and /ready as they answer', async () => {
    const answer: unknown = await (await app.call('/health')).json();
    expect(healthOutput.strict().parse(answer)).toEqual(answer);
    const ready: unknown = await (await app.call('/ready')).json();
    expect(readyOutput.strict().parse(ready)).toEqual(ready);
  });

  it('[OP1] the human page has a part for every operation', async () => {
    const page = await (await app.call('/docs')).text();
    const missing = operations.filter(({ name }) => !page.includes(`<section id="${name}">`));
    expect(missing.map(({ name }) => name)).toEqual([]);
    expect(page).not.toContain('<script');
  });
});

describe('the operation table', () => {
  const isRepeated = (value: string, index: number, all: readonly string[]): boolean =>
    all.indexOf(value) !== index;

  it('[OP2] names, addresses and commands are given once', () => {
    const names = operations.map(({ name }) => name);
    const places = operations.map(({ rest }) => `${rest.method} ${rest.path}`);
    // One command of several operations: the first word decides which of them it is.
    const commands = operations.flatMap(({ cli }) =>
      cli.map(({ command, positional }) => `${command} ${positional[0]}`),
    );
    expect([names, places, commands].flatMap((list) => list.filter(isRepeated))).toEqual([]);
  });

  it.each(operations)('[OP2] $name: what its address and command name are fields of it', (one) => {
    const fields = Object.keys(one.input.shape);
    const inPath = [...one.rest.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(fields).toEqual(
      expect.arrayContaining([...inPath, ...one.cli.flatMap(({ positional }) => positional)]),
    );
  });

  it('[OP2] only a read is a GET, and a read is nothing else', () => {
    const mixed = jsonOperations.filter(
      ({ effect, rest }) => (effect === 'read') !== (rest.method === 'GET'),
    );
    // An agent asks for its work, and asking again gives it the same; a goal to check is longer than an
    // address may be, and what stands in addresses is kept in the logs of others.
    expect(mixed.map(({ name, rest }) => `${rest.method} ${name}`).sort()).toEqual([
      'GET agent_work',
      'POST prompt_check',
    ]);
  });

  it('[OP3] every example is a valid input', () => {
    const examples = operations.flatMap((one) =>
      one.examples.map((example) => [one.name, one.input.safeParse(example).success]),
    );
    expect(examples.length).toBeGreaterThan(5);
    expect(examples.filter(([, isValid]) => isValid !== true)).toEqual([]);
  });

  it.each(operations)('[OP3] $name takes no field that it does not know', (one) => {
    const { error } = one.input.safeParse({ surely_not_a_field: 1 });
    expect(JSON.stringify(error?.issues)).toContain('surely_not_a_field');
  });
});
