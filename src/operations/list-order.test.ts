// Lists are read in the order of ids. The time that a row shows must not say otherwise, however long a
// call takes between reading the clock and making the id.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restCall } from '../../test/security/faces.ts';
import { openApp, type TestApp } from '../../test/support/app.ts';

const tenant = 'tenant_ordered';

let app: TestApp;
let key = '';
/** How long ago the clock was read. */
let delayMs = 0;

beforeAll(async () => {
  app = await openApp({
    wrap: (services) => ({ ...services, now: () => services.now() - delayMs }),
  });
  key = await app.makeKey({ tenant, kind: 'person' });
});
afterAll(() => app.close());

interface Answer {
  readonly [name: string]: readonly Readonly<Record<string, string>>[];
}

async function call(name: string, input: object): Promise<Answer> {
  const { code, text, body } = await restCall(app, name, input, key);
  if (code !== null) throw new Error(text);
  return body as Answer;
}

const plan = { prompt: 'Open a small bakery in Lyon with a budget of 60,000 EUR' };
const csv = (name: string) => ({ text: `Task,Duration\n${name},2 days\n`, name: `${name}.csv` });

describe('a list', () => {
  it.each([
    ['key_create', { label: 'x', scopes: ['run'] }, 'key_list', 'keys', 'created_at'],
    ['key_create', { label: 'x', scopes: ['run'] }, 'key_audit', 'entries', 'at'],
    ['agent_register', { name: 'Ada' }, 'agent_list', 'agents', 'registered_at'],
    ['purse_create', { label: 'P', budget: { usd: 1 } }, 'purse_list', 'purses', 'created_at'],
    ['plan_create', plan, 'plan_list', 'plans', 'created_at'],
    ['plan_import', csv('Bread'), 'plan_list', 'plans', 'created_at'],
  ])(
    '[AU10] of what %s makes is in the order of its times',
    async (make, input, list, field, at) => {
      for (delayMs of [0, 60_000, 30_000]) await call(make, input);
      delayMs = 0;
      const times = (await call(list, {}))[field]?.map((row) => row[at]) ?? [];
      expect(times.length).toBeGreaterThanOrEqual(3);
      expect([...times].reverse()).toEqual(
        [...times].sort((one, other) => Date.parse(one ?? '') - Date.parse(other ?? '')),
      );
    },
  );
});
