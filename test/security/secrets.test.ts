// Secrets stay out of logs and answers, and a lease stays with its holder.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startServer } from '../support/server.ts';
import { restCall } from './faces.ts';
import { openWorld, owner, type World } from './world.ts';

describe('keys in the log', () => {
  let server: ServerProcess;

  beforeAll(async () => {
    server = await startServer({ env: { PLANWRIGHT_LOG_LEVEL: 'trace' } });
  });
  afterAll(() => server.close());

  it('[SE13] no key reaches the output of the process or an answer, however it is sent', async () => {
    const good = server.personKey;
    const bad = `${good.slice(0, -4)}zzzz`;
    const secretOf = (key: string): string => key.split('_')[2] ?? '';
    const answers: string[] = [];
    const get = async (path: string, headers: Record<string, string> = {}) => {
      const response = await fetch(server.url + path, { headers });
      answers.push((await response.text()) + JSON.stringify([...response.headers]));
    };
    for (const key of [good, bad]) {
      for (const path of ['/health', '/api/plans', '/api/keys', '/api/plans/nope', '/mcp']) {
        await get(path, { authorization: `Bearer ${key}` });
        await get(path, { 'x-api-key': key });
        await get(path, { authorization: key });
      }
      await get(`/api/plans?key=${key}`);
      await get('/api/plans', { cookie: `key=${key}`, authorization: `Basic ${key}` });
    }
    await server.stop();
    const output = server.stdout() + server.stderr();
    expect(output).toContain('configuration');
    for (const key of [good, bad]) {
      expect(output).not.toContain(secretOf(key).slice(0, 30));
      expect(answers.join('\n')).not.toContain(secretOf(key).slice(0, 30));
    }
  });
});

describe('leases', () => {
  let world: World;

  beforeAll(async () => {
    world = await openWorld('sqlite');
  });
  afterAll(() => world.close());

  const stepsOf = (run: string) => world.app.services.reader.steps(run);

  it('[SE14] a token is worthless in other hands of the same tenant', async () => {
    const { app } = world;
    const { executionId, token } = await world.newLease();
    const thief = await app.makeKey({ tenant: owner.tenant, principal: 'service_thief000' });
    const calls: [string, object][] = [
      ['work_heartbeat', {}],
      ['work_complete', { output: {} }],
      ['work_fail', { message: 'x' }],
    ];
    const before = await stepsOf(executionId);
    for (const [name, more] of calls) {
      const answer = await restCall(app, name, { lease_token: token, ...more }, thief);
      expect(answer).toMatchObject({ status: 409, code: 'lease_lost' });
    }
    const report = { execution_id: executionId, event_type: 'task_complete', lease_token: token };
    const answer = await restCall(app, 'execution_report', report, thief);
    expect(answer.body).toMatchObject({ recorded: 'note' });
    expect(await stepsOf(executionId)).toEqual(before);
  });

  it('[SE14] a report moves nothing outside the execution it is sent to', async () => {
    const { executionId, token } = await world.newLease();
    const before = await stepsOf(executionId);
    const report = { event_type: 'task_complete', lease_token: token };
    const elsewhere = { execution_id: world.executionId, ...report };
    const answer = await restCall(world.app, 'execution_report', elsewhere, world.ownerKey);
    expect(answer.body).toMatchObject({ recorded: 'note' });
    expect(await stepsOf(executionId)).toEqual(before);
  });
});
