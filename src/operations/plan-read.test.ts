import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bakery, type Json, openBakery } from '../../test/support/execution.ts';
import type { Plan } from '../contract/plan.ts';
import { type PlanFileInfo, type PlanRead, pageChars } from '../contract/plan-read.ts';

let bakery: Bakery;
let plan: Plan;

beforeAll(async () => {
  bakery = await openBakery();
  plan = (await bakery.call('plan_get', { plan_id: bakery.planId })) as unknown as Plan;
});
afterAll(() => bakery.close());

const read = async (more: object = {}): Promise<PlanRead> =>
  (await bakery.call('plan_read', {
    plan_id: bakery.planId,
    ...more,
  })) as unknown as PlanRead;

const refused = async (more: object) => {
  const { status, body } = await bakery.ask('plan_read', { plan_id: bakery.planId, ...more });
  return { status, ...(body as { code: string; detail: string }) };
};

/** Page by page to the end. */
async function allItems(part: string): Promise<unknown[]> {
  const items: unknown[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await read({ part, ...(cursor === undefined ? {} : { cursor }) });
    expect(JSON.stringify(page).length).toBeLessThan(pageChars + 2_000);
    items.push(...(page.items ?? []));
    cursor = page.next_cursor;
  }
  return items;
}

describe('plan_read', () => {
  it('[PR2] begins with the summary, and names the sections that there are', async () => {
    const page = await read();
    expect(page.part).toBe('summary');
    expect(page.value ?? page.text).toBeDefined();
    expect(page.sections).toEqual(Object.keys(plan));
    expect(page.next_action).toContain('tasks');
  });

  it('[PR2] gives tasks with their phase, all of them, page by page', async () => {
    const tasks = plan.phases.flatMap((phase) =>
      phase.tasks.map((task) => ({ phase_id: phase.phase_id, phase: phase.name, ...task })),
    );
    expect(await allItems('tasks')).toEqual(tasks);
    const alone = await bakery.call('plan_tasks', { plan_id: bakery.planId });
    expect(alone.items).toEqual((await read({ part: 'tasks' })).items);
  });

  it('[PR2] gives risks, assumptions, dates and money as the plan has them', async () => {
    expect(await allItems('risks')).toEqual(plan.risks);
    expect(await allItems('assumptions')).toEqual(plan.assumptions);
    const schedule = await read({ part: 'schedule' });
    expect(schedule.value).toMatchObject({ finish_date: plan.schedule.finish_date });
    expect((await allItems('schedule')).length).toBeGreaterThan(0);
    expect((await read({ part: 'costs' })).value).toMatchObject(plan.costs);
  });

  it('[PR2] gives what the gates say, and what it cost to make', async () => {
    expect(await allItems('gates')).toEqual(plan.gates ?? []);
    expect(await bakery.call('plan_gates', { plan_id: bakery.planId })).toMatchObject({
      part: 'gates',
    });
    const usage = await read({ part: 'usage' });
    expect(usage.value).toMatchObject({ total: { calls: 0 } });
  });

  it('[PR2] gives a section by its name and a file by its path', async () => {
    const section = await read({ part: 'section', path: 'playbook' });
    expect(section.value).toEqual(plan.playbook);
    expect((await read({ part: 'section', path: 'summary' })).text).toBe(plan.summary);
    const file = await read({ part: 'file', path: 'report.md' });
    expect(file.text).toContain(plan.title);
  });

  it('[PR2] says what to do where there is no such thing', async () => {
    expect(await refused({ part: 'section' })).toMatchObject({ status: 400 });
    const near = await refused({ part: 'section', path: 'playbok' });
    expect(near).toMatchObject({
      status: 404,
      detail: expect.stringContaining('playbook') as string,
    });
    expect(await refused({ part: 'section', path: 'constructor' })).toMatchObject({ status: 404 });
    expect(await refused({ part: 'file', path: '../x' })).toMatchObject({ code: 'file_not_found' });
    expect(await refused({ part: 'tasks', cursor: 'plan_1' })).toMatchObject({ status: 400 });
  });

  it('[PR2] of a plan that is not finished says so, but shows its files', async () => {
    const { plan_id } = await bakery.call('plan_create', { prompt: 'lorem ipsum' });
    await bakery.call('plan_wait', { plan_id, timeout_seconds: 50 });
    const answer = await bakery.ask('plan_read', { plan_id });
    expect(answer).toMatchObject({ status: 409, code: 'plan_not_ready' });
    expect(await bakery.call('plan_read', { plan_id, part: 'usage' })).toMatchObject({ plan_id });
  });
});

describe('plan_file_info', () => {
  const info = async (artifact: string, plan_id = bakery.planId): Promise<PlanFileInfo> =>
    (await bakery.call('plan_file_info', { plan_id, artifact })) as unknown as PlanFileInfo;

  const fetched = async ({ download_url = '' }: PlanFileInfo): Promise<Response> =>
    bakery.app.call(download_url, { key: bakery.key });

  it('[PR3] tells size, hash and address of the files that agents know by name', async () => {
    for (const artifact of ['report', 'md', 'plan', 'report.md']) {
      const found = await info(artifact);
      const response = await fetched(found);
      expect(response.status, artifact).toBe(200);
      expect((await response.bytes()).byteLength).toBe(found.download_size);
      expect(response.headers.get('etag')).toBe(`"${found.sha256}"`);
    }
  });

  it('[PR3] a file that is not there is no error: it says why', async () => {
    expect(await info('__proto__')).toMatchObject({ ready: false });
    expect(await info('nothing.pdf')).toMatchObject({
      ready: false,
      reason: expect.stringContaining('plan_files') as string,
    });
  });

  it('[PR3] a zip of what there is can be had in any state', async () => {
    const whole = await info('zip');
    const response = await fetched(whole);
    expect(response.headers.get('content-disposition')).toBe('attachment');
    const bytes = await response.bytes();
    expect(bytes.byteLength).toBe(whole.download_size);
    expect(Buffer.from(bytes).toString('latin1')).toContain(`${bakery.planId}/plan.json`);
    const { plan_id } = await bakery.call('plan_create', { prompt: 'lorem ipsum dolor' });
    await bakery.call('plan_stop', { plan_id });
    expect(await info('zip', String(plan_id))).toMatchObject({ ready: true });
    expect(await info('plan', String(plan_id))).toMatchObject({ ready: false });
  });
});

describe('examples', () => {
  it('[PR6] goals to try are of people and of agents, and each can be planned', async () => {
    const { samples } = (await bakery.call('example_prompts', {})) as unknown as {
      samples: { for: string; prompt: string }[];
    };
    expect(new Set(samples.map((sample) => sample.for))).toEqual(new Set(['person', 'agent']));
    for (const { prompt } of samples) {
      const { plan_id } = await bakery.call('plan_create', { prompt });
      const ended = await bakery.call('plan_wait', { plan_id, timeout_seconds: 50 });
      expect(ended.state, prompt).toBe('completed');
    }
  });

  it('[PR6] plans that ship with the package are listed, with a report and a zip to fetch', async () => {
    const { plans } = (await bakery.call('example_plans', {})) as unknown as { plans: Json[] };
    expect(plans).toEqual([
      {
        ...{ name: 'bakery', title: 'A bakery in Lyon' },
        summary: 'A small shop, as tests know it.',
        goal: '',
        figures: null,
        report_url: '/api/examples/bakery/files/report.html',
        zip_url: '/api/examples/bakery/zip',
      },
    ]);
    const [first] = plans;
    const report = await bakery.app.call(String(first?.report_url), { key: bakery.key });
    expect(report.headers.get('content-type')).toContain('text/html');
    expect(await report.text()).toContain('<h1>Bread</h1>');
    const zip = await bakery.app.call(String(first?.zip_url), { key: bakery.key });
    expect(Buffer.from(await zip.bytes()).toString('latin1')).toContain('bakery/plan.json');
  });

  it.each(['nothing', 'bakery/..', '..', '%2e%2e'])('[PR6] %s is no example', async (name) => {
    const response = await bakery.app.call(`/api/examples/${name}/zip`, { key: bakery.key });
    expect([400, 404]).toContain(response.status);
  });

  it('[PR6] a file outside of its folder is not read', async () => {
    for (const path of ['../../app.ts', '..%2F..%2Fapp.ts', 'missing.md']) {
      const place = `/api/examples/bakery/files/${path}`;
      expect((await bakery.app.call(place, { key: bakery.key })).status).toBe(404);
    }
  });
});
