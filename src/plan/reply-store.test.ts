import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTempStore, type TempStore } from '../../test/support/temp-store.ts';
import type { Store } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import { openReplyStore, type ReplyStore, type ReuseInput } from './reply-store.ts';

const input: ReuseInput = {
  stage: 'levers',
  version: 3,
  prompt: 'Which levers?',
  schema: { type: 'object', properties: { a: {} } },
  settings: { model: 'main', temperature: 0.7 },
  seed: 1,
};
const source = { run: 'gen_1', step: 'stage_levers', attempt: 2, stage: 'levers' };

let temp: TempStore;
let store: Store;
let replies: ReplyStore;

beforeEach(async () => {
  temp = openTempStore();
  store = temp.open();
  replies = await openReplyStore(store, 'tenant_a');
});
afterEach(() => temp.close());

const step = (change: Partial<Rows['steps']> = {}): Rows['steps'] => ({
  ...{ run: 'gen_1', step: 'stage_levers', tenant: 'tenant_a', position: 1, parent: '' },
  ...{ performer: 'model', purpose: 'work', action: 'think', tier: 1, state: 'VERIFIED' },
  ...{ wait_for: '', wait_until: 0, attempt: 2, attempts_max: 5, holder: '', spec: '' },
  ...{ output: 'gen_1.out', error: '', changed_at: 1, urgency: 5, turn_at: 1, failures: 0 },
  ...{ slot: '', wait_key: '', choice: '', undoes: '', person_due: 0, ...change },
});

const keepStep = (change: Partial<Rows['steps']> = {}, tenant = 'tenant_a') =>
  store.commit([
    {
      rows: [{ table: 'steps', put: step(change) }, replies.keep(replies.keyOf(input), source, 99)],
      content: [
        {
          ...{ id: 'gen_1.out', tenant, owner: 'gen_1' },
          ...{ salt: Buffer.from('s'), bytes: Buffer.from('{"levers":[1]}') },
        },
      ],
    },
  ]);

const find = () => replies.find(replies.keyOf(input));

describe('a reuse key', () => {
  it('[US6] is the same for the same question, however its parts are ordered', () => {
    const same = { ...input, settings: { temperature: 0.7, model: 'main' } };
    expect(replies.keyOf(same)).toBe(replies.keyOf(input));
    expect(replies.keyOf(input)).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each<[string, Partial<ReuseInput>]>([
    ['stage', { stage: 'scenarios' }],
    ['version', { version: 4 }],
    ['prompt', { prompt: 'Which levers? ' }],
    ['schema', { schema: { type: 'object', properties: { b: {} } } }],
    ['setting', { settings: { model: 'main', temperature: 0.8 } }],
    ['seed', { seed: 2 }],
  ])('[US6] is another one for another %s', (_, change) => {
    expect(replies.keyOf({ ...input, ...change })).not.toBe(replies.keyOf(input));
  });

  it('[US6] is another one in another tenant, and the same for every server on the data', async () => {
    const other = await openReplyStore(store, 'tenant_b');
    const again = await openReplyStore(temp.open(), 'tenant_a');
    expect(other.keyOf(input)).not.toBe(replies.keyOf(input));
    expect(again.keyOf(input)).toBe(replies.keyOf(input));
  });
});

describe('a kept reply', () => {
  it('[US6] is found once its step is verified, with where it came from', async () => {
    await keepStep({ state: 'DONE' });
    expect(await find()).toBeNull();
    await store.commit([{ rows: [{ table: 'steps', put: step() }] }]);
    const { run, step: of, stage } = source;
    expect(await find()).toEqual({ output: { levers: [1] }, run, step: of, stage, at: 99 });
  });

  it('[US6] is not what another attempt of the step came to', async () => {
    await keepStep({ attempt: 3 });
    expect(await find()).toBeNull();
  });

  it('[US6] can be named by its content', async () => {
    await keepStep({ attempt: 3 });
    const key = replies.keyOf(input);
    const put = replies.keep(key, { ...source, content: 'gen_1.out' }, 100);
    await store.commit([{ rows: [put] }]);
    expect(await find()).toMatchObject({ output: { levers: [1] }, at: 100 });
  });

  it('[US6] of another tenant is none, whatever the row says', async () => {
    await keepStep({}, 'tenant_b');
    expect(await find()).toBeNull();
    await expect(
      openReplyStore(store, 'tenant_b').then((one) => one.find('x')),
    ).resolves.toBeNull();
  });

  it('[US8] is gone with its run', async () => {
    await keepStep();
    expect(await find()).not.toBeNull();
    await store.commit([{ erase: { owners: ['gen_1'], at: 5 } }]);
    expect(await find()).toBeNull();
  });
});
