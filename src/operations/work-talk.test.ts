import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bakery, openBakery } from '../../test/support/execution.ts';
import { sha256Hex } from '../base/hash.ts';
import { checkFileRoom } from './execution-files.ts';
import { roleAddress } from './messages.ts';

let bakery: Bakery;

beforeAll(async () => {
  bakery = await openBakery();
});
beforeEach(async () => {
  await bakery.start();
});
afterAll(() => bakery.close());

const eventsOf = async (type: string) => {
  const page = await bakery.call('execution_events', {
    execution_id: bakery.executionId,
    limit: 500,
  });
  return (page.events as { type: string; text: string }[]).filter((event) => event.type === type);
};

describe('a report', () => {
  it('[OP14] renews the lease, shows the progress and stays in the log', async () => {
    const { token, step } = await bakery.mustClaim();
    const report = { lease_token: token, progress: 40, note: 'Found three ovens.' };
    const answer = await bakery.call('work_report', { ...report, kind: 'finding' });
    expect(answer).toMatchObject({ signal: 'continue' });
    expect(await bakery.task(step.step_id)).toMatchObject({ progress: 40 });
    const [note] = await eventsOf('note.recorded');
    expect(note).toMatchObject({ text: 'Found three ovens.', step_id: step.step_id });
  });

  it('[OP14] of somebody who holds nothing is refused and leaves no note', async () => {
    const { token } = await bakery.mustClaim();
    const other = await bakery.newAgent('Eve');
    const report = { lease_token: token, note: 'I was here.' };
    const refused = await bakery.ask('work_report', report, other.key);
    expect(refused).toMatchObject({ status: 409, code: 'lease_lost' });
    expect(await eventsOf('note.recorded')).toEqual([]);
  });
});

describe('a file', () => {
  const put = async (more: object) => {
    const { token } = await bakery.mustClaim();
    return bakery.ask('work_file', { lease_token: token, path: 'drafts/menu.md', ...more });
  };
  const download = (path: string) =>
    bakery.app.call(`/api/executions/${bakery.executionId}/files/${path}`, { key: bakery.key });

  it('[OP15] is kept with its hash, listed, and given back byte for byte', async () => {
    const content = '# Menu\n\nRye, wheat, brioche.\n';
    const kept = await put({ content, content_type: 'text/markdown' });
    expect(kept).toMatchObject({ status: 201, body: { sha256: sha256Hex(content) } });
    const list = await bakery.call('execution_files', { execution_id: bakery.executionId });
    expect(list.files).toMatchObject([{ path: 'drafts/menu.md', size: content.length }]);
    const response = await download('drafts/menu.md');
    expect(await response.text()).toBe(content);
    expect(response.headers.get('content-type')).toBe('text/markdown');
    expect(response.headers.get('content-disposition')).toBe('attachment');
  });

  it('[OP15] that a browser would run is given as plain bytes', async () => {
    await put({ content: '<script>1</script>', content_type: 'text/html' });
    const response = await download('drafts/menu.md');
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
  });

  it('[OP15] may be bytes, and is part of what the chain covers', async () => {
    const bytes = Buffer.from([0, 255, 1, 254]);
    await put({ content_base64: bytes.toString('base64'), content_type: 'image/png' });
    expect(Buffer.from(await (await download('drafts/menu.md')).arrayBuffer())).toEqual(bytes);
    const stored = await bakery.app.services.reader.events(bakery.executionId, 0, 100);
    const [event] = stored.filter((row) => row.header.includes('"note.recorded"'));
    expect(event?.header).toContain('"file_1"');
  });

  it.each([
    ['no content', {}],
    ['two contents', { content: 'x', content_base64: 'eA==' }],
    ['a path that leads out', { path: '../menu.md', content: 'x' }],
    ['an absolute path', { path: '/menu.md', content: 'x' }],
    ['a type that is none', { content: 'x', content_type: 'x\r\nset-cookie: y' }],
  ])('[OP15] with %s is refused', async (_, more) => {
    expect(await put(more)).toMatchObject({ status: 400, code: 'INVALID_ARGUMENTS' });
  });

  it('[OP15] beyond a thousand is refused; a new version of one is not', () => {
    const full = Array.from({ length: 1_000 }, (_, index) => ({ path: `file-${index}` }));
    expect(() => checkFileRoom(full, 'one-more')).toThrow('1000 files already');
    expect(() => checkFileRoom(full, 'file-7')).not.toThrow();
    expect(() => checkFileRoom(full.slice(1), 'one-more')).not.toThrow();
  });

  it('[OP15] that is not there is file_not_found', async () => {
    expect((await download('nothing.md')).status).toBe(404);
  });
});

describe('a message', () => {
  const write = (to: string, text: string) =>
    bakery.call('work_message', { execution_id: bakery.executionId, to, text, thread: 'ovens' });
  const claimed = async (key: string) => {
    const input = { execution_id: bakery.executionId };
    return (await bakery.call('work_claim', input, key)).messages as { text: string }[];
  };

  it('[OP16] comes with the next claim of its recipient, once', async () => {
    const ada = await bakery.newAgent('Ada');
    const bo = await bakery.newAgent('Bo');
    await write(ada.id, 'The oven is here.');
    expect(await claimed(bo.key)).toEqual([]);
    expect(await claimed(ada.key)).toMatchObject([
      { text: 'The oven is here.', thread: 'ovens', execution_id: bakery.executionId },
    ]);
    expect(await claimed(ada.key)).toEqual([]);
    expect(await eventsOf('message.sent')).toMatchObject([{ text: 'The oven is here.' }]);
  });

  it('[OP16] to a role comes to the first of them who asks, also with a heartbeat', async () => {
    const ada = await bakery.newAgent('Ada', 'Head Baker');
    const { token } = await bakery.mustClaim(ada.key);
    await write('role:head_baker', 'More salt.');
    const beat = await bakery.call('work_heartbeat', { lease_token: token }, ada.key);
    expect(beat.messages).toMatchObject([{ text: 'More salt.', from_name: 'A service' }]);
  });

  it('[OP16] to an agent that is not there is refused', async () => {
    const input = { execution_id: bakery.executionId, to: 'agent_nothere0', text: 'Hello?' };
    const refused = await bakery.ask('work_message', input);
    expect(refused).toMatchObject({ status: 404, code: 'agent_not_found' });
  });

  it.each([
    ['Head Baker', 'role:head_baker'],
    ['  R&D / Tests ', 'role:r_d_tests'],
  ])('[OP16] the role %j is written %s', (role, address) => {
    expect(roleAddress(role)).toBe(address);
  });
});

describe('the work of an agent at its own address', () => {
  const ask = (id: string, key: string) =>
    bakery.app.call(`/api/agents/${id}/work?wait=0`, { key });

  it('[OP17] asking again gives the same task; with none it is 204', async () => {
    const ada = await bakery.newAgent('Ada');
    const read = async () => (await (await ask(ada.id, ada.key)).json()) as { lease: object };
    const first = await read();
    expect((await read()).lease).toMatchObject({ token: (first.lease as { token: string }).token });
    await bakery.control('kill');
    const bo = await bakery.newAgent('Bo');
    // Other executions of this file may have work left.
    await bakery.call('admin_kill', { scope: `agent:${bo.id}` });
    const empty = await ask(bo.id, bo.key);
    expect([empty.status, await empty.text()]).toEqual([204, '']);
    expect(empty.headers.get('cache-control')).toBe('no-store');
  });

  it('[OP17] only the agent itself may ask', async () => {
    const ada = await bakery.newAgent('Ada');
    const bo = await bakery.newAgent('Bo');
    for (const key of [bo.key, bakery.key]) expect((await ask(ada.id, key)).status).toBe(404);
  });
});

describe('the kill switch', () => {
  it('[OP18] stops one agent and lets the others go on, until it is lifted', async () => {
    const ada = await bakery.newAgent('Ada');
    const bo = await bakery.newAgent('Bo');
    const scope = `agent:${ada.id}`;
    await bakery.call('admin_kill', { scope, reason: 'It sends too much.' });
    expect(await bakery.claim(ada.key)).toBeNull();
    const { token } = await bakery.mustClaim(bo.key);
    await bakery.call('work_complete', { lease_token: token, output: { done: true } }, bo.key);
    await bakery.call('admin_kill', { scope, on: false });
    expect(await bakery.claim(ada.key)).not.toBeNull();
  });

  it('[OP18] tells a holder to stop', async () => {
    const ada = await bakery.newAgent('Ada');
    const { token } = await bakery.mustClaim(ada.key);
    await bakery.call('admin_kill', { scope: `agent:${ada.id}` });
    const beat = await bakery.ask('work_heartbeat', { lease_token: token }, ada.key);
    const said = beat.code === 'lease_lost' ? beat.refusal : beat.body;
    expect(JSON.stringify(said)).toContain('"signal":"cancel"');
  });

  it('[OP18] of the tenant stops everybody in it, and the status says why', async () => {
    await bakery.call('admin_kill', { scope: 'tenant' });
    expect(await bakery.claim()).toBeNull();
    expect((await bakery.status()).next_action).toContain('kill switch');
    await bakery.call('admin_kill', { scope: 'tenant', on: false });
    expect(await bakery.claim()).not.toBeNull();
  });

  it('[OP18] all is for the tenant of this machine alone', async () => {
    const refused = await bakery.ask('admin_kill', { scope: 'all' });
    expect(refused).toMatchObject({ status: 403, code: 'forbidden' });
  });
});
