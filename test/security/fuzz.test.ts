// Whatever comes in, the fault is never ours: random inputs for every operation, on both stores.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problem } from '../../src/contract/problem.ts';
import { jsonOperations, operations } from '../../src/operations/table.ts';
import { arbitraryInput } from '../support/arbitrary-input.ts';
import { sized } from '../support/size.ts';
import { storeNames } from '../support/stores.ts';
import { mcpCall, operationNamed, restCall } from './faces.ts';
import { openWorld, type World } from './world.ts';

const numRuns = sized(15, 50);
const restNames = operations.map(({ name }) => name);
const toolNames = jsonOperations.filter(({ toolsets }) => toolsets.length > 0);

describe.each(storeNames)('random inputs on %s', (store) => {
  let world: World;

  beforeAll(async () => {
    world = await openWorld(store);
  });
  afterAll(() => world.close());

  const inputsOf = (name: string): fc.Arbitrary<object> => {
    const { planId, executionId, leaseToken } = world;
    const ids = { plan_id: planId, execution_id: executionId, lease_token: leaseToken };
    return arbitraryInput(operationNamed(name), { ...ids, wait_seconds: 0, timeout_seconds: 0 });
  };

  it.each(['constructor', '__proto__', 'toString'])(
    '[AP12] the error type %s is a text like others',
    async (type) => {
      const { executionId, token } = await world.newLease();
      const report = { event_type: 'task_error', error_type: type, error_message: 'x' };
      const input = { execution_id: executionId, lease_token: token, ...report };
      const answer = await restCall(world.app, 'execution_report', input, world.ownerKey);
      expect(answer).toMatchObject({ status: 201, body: { recorded: 'event' } });
    },
  );

  it.each(restNames)('[AP12] REST %s never fails on our side', async (name) => {
    const known = world.app.errors.length;
    const check = fc.asyncProperty(inputsOf(name), async (input) => {
      const answer = await restCall(world.app, name, input, world.ownerKey);
      expect(answer.status).toBeLessThan(500);
      if (answer.code !== null) problem.strict().parse(answer.body);
    });
    await fc.assert(check, { numRuns });
    expect(world.app.errors.slice(known)).toEqual([]);
  });

  it.each(toolNames)('[AP12] MCP $name never fails on our side', async ({ name }) => {
    const known = world.app.errors.length;
    const check = fc.asyncProperty(inputsOf(name), async (input) => {
      const answer = await mcpCall(world.app, name, input, world.ownerKey);
      expect(answer.status).toBeLessThan(500);
      expect(answer.code).not.toBe('INTERNAL_ERROR');
    });
    await fc.assert(check, { numRuns });
    expect(world.app.errors.slice(known)).toEqual([]);
  });
});
