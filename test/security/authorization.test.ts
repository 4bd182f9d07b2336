// The authorization matrix, made from the operation table: every operation, through every face that
// has it, by everybody who must not and by one who may, on both stores.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopes } from '../../src/contract/common.ts';
import { jsonOperations } from '../../src/operations/table.ts';
import { sampled } from '../support/size.ts';
import { storeNames } from '../support/stores.ts';
import { type FaceCall, mcpCall, operationNamed, restCall } from './faces.ts';
import { fixtureOf, ghostOf, ownFixtures, type Variant, variants } from './fixtures.ts';
import { fingerprint, openWorld, type World } from './world.ts';

const toolNames = jsonOperations
  .filter((operation) => operation.toolsets.includes('all'))
  .map((operation) => operation.name);

const allCells = [
  ...variants.map((variant) => ({ face: 'REST', call: restCall, ...variant })),
  ...variants
    .filter(({ name }) => toolNames.includes(name))
    .map((variant) => ({ face: 'MCP', call: mcpCall, ...variant })),
];

/** Over MCP a refusal after authentication is a tool error in an HTTP answer that is fine. */
const statusOver = (call: FaceCall, status: number): number => (call === mcpCall ? 200 : status);

const namesThings = (variant: Variant): boolean => fixtureOf(variant).strangerSees !== undefined;

/** An answer without the id of this one occurrence. */
const withoutErrorId = (body: unknown): unknown => ({ ...(body as object), error_id: '' });

it('[SE1] every operation of the table is in the matrix, and nothing else', () => {
  const known = variants.map(({ what }) => what);
  expect(Object.keys(ownFixtures).filter((what) => !known.includes(what))).toEqual([]);
  expect(variants.map(fixtureOf)).toHaveLength(known.length);
  const inSomeToolset = jsonOperations.filter((operation) => operation.toolsets.length > 0);
  expect(toolNames).toEqual(inSomeToolset.map((operation) => operation.name));
});

/** Who may do what is decided before the store is asked, so one of the two gets a sample. */
const cellsOn = { sqlite: allCells, postgres: sampled(allCells, 40) } as const;

describe.each(storeNames)('authorization on %s', (store) => {
  const cells = cellsOn[store];
  let world: World;

  beforeAll(async () => {
    world = await openWorld(store);
  });
  afterAll(() => world.close());

  it.each(cells)('[SE2] $face $what without a key is 401', async ({ call, ...variant }) => {
    const input = await fixtureOf(variant).input(world);
    const before = await fingerprint(world);
    const answer = await call(world.app, variant.name, input);
    expect(answer).toMatchObject({ status: 401, code: 'unauthorized' });
    expect(await fingerprint(world)).toBe(before);
  });

  it.each(cells)(
    '[SE3] $face $what with every scope but its own is 403',
    async ({ call, ...variant }) => {
      const key = await world.keyOf({ scopes: scopes.filter((other) => other !== variant.scope) });
      const input = await fixtureOf(variant).input(world);
      const before = await fingerprint(world);
      const answer = await call(world.app, variant.name, input, key);
      expect(answer).toMatchObject({ status: statusOver(call, 403), code: 'forbidden' });
      expect(await fingerprint(world)).toBe(before);
    },
  );

  describe.each(['revoked', 'expired'] as const)('a key that is %s', (state) => {
    it.each(cells)('[SE4] $face $what refuses it with 401', async ({ call, ...variant }) => {
      const key = await world.keyOf({ state });
      const input = await fixtureOf(variant).input(world);
      const before = await fingerprint(world);
      const answer = await call(world.app, variant.name, input, key);
      expect(answer).toMatchObject({ status: 401, code: 'unauthorized' });
      expect(JSON.stringify(answer.body)).not.toContain(key.slice(-40));
      expect(await fingerprint(world)).toBe(before);
    });
  });

  it.each(cells.filter(namesThings))(
    '[SE5] $face $what answers a stranger as if it were not there',
    async ({ call, ...variant }) => {
      const input = await fixtureOf(variant).input(world);
      const before = await fingerprint(world);
      const real = await call(world.app, variant.name, input, world.strangerKey);
      const ghost = await call(world.app, variant.name, ghostOf(input), world.strangerKey);
      expect([real.code, real.refusal]).toEqual([ghost.code, ghost.refusal]);
      expect(real.status).toBe(ghost.status);
      expect(withoutErrorId(real.body)).toEqual(withoutErrorId(ghost.body));
      const { status, code } = fixtureOf(variant).strangerSees ?? { status: 200, code: null };
      expect(real).toMatchObject({ status: statusOver(call, status), code });
      expect(await fingerprint(world)).toBe(before);
    },
  );

  it.each(cells.filter((cell) => !namesThings(cell)))(
    '[SE5] $face $what shows a stranger nothing of another tenant',
    async ({ call, ...variant }) => {
      const before = await fingerprint(world);
      const input = await fixtureOf(variant).input(world);
      const answer = await call(world.app, variant.name, input, world.strangerKey);
      expect(answer.code).toBeNull();
      for (const id of [world.planId, world.executionId, world.agentId, world.keyId]) {
        expect(answer.text).not.toContain(id);
      }
      expect(await fingerprint(world)).toBe(before);
    },
  );

  it.each(cells)(
    '[SE6] $face $what works with its scope alone, and answers as promised',
    async ({ call, ...variant }) => {
      const operation = operationNamed(variant.name);
      const own = fixtureOf(variant).key?.(world, variant.scope);
      const key = await (own ?? world.keyOf({ scopes: [variant.scope] }));
      const answer = await call(
        world.app,
        variant.name,
        await fixtureOf(variant).input(world),
        key,
      );
      expect(answer.code).toBeNull();
      expect(answer.status).toBe(statusOver(call, operation.rest.status));
      const promised =
        operation.kind === 'json' ? operation.output.parse(answer.body) : answer.body;
      expect(promised).toEqual(answer.body);
    },
  );
});
