import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mcpCall, restCall } from '../../test/security/faces.ts';
import { openApp, type TestApp } from '../../test/support/app.ts';
import { type Json, planFile, taskOf } from '../../test/support/small-plan.ts';
import type { Plan } from '../contract/plan.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openApp();
});
afterAll(() => app.close());

const take = (plan: Json) => restCall(app, 'plan_import', { plan });
const mail = (more: Json = {}): Json => ({
  subtask_id: 'task_1_1',
  action: 'send_email',
  ...more,
});

describe('taking in a plan.json', () => {
  it('[TL61] fills in what it leaves out, says that it was not computed, and can be run', async () => {
    const answer = await take(planFile([taskOf([mail()])]));
    expect([answer.status, answer.body]).toMatchObject([
      201,
      { title: 'Make add add', state: 'completed', steps: 1, warnings: [] },
    ]);
    const { plan_id } = answer.body as { plan_id: string };
    const plan = (await restCall(app, 'plan_get', { plan_id })).body as Plan;
    expect(plan).toMatchObject({ plan_id, brain: 'caller', quality_summary: { complete: false } });
    expect(plan.quality_summary.stubbed).toHaveLength(1);
    const files = await restCall(app, 'plan_files', { plan_id });
    expect(files.text).toContain('report.md');
    expect((await restCall(app, 'execution_create', { plan_id })).status).toBe(201);
  });

  it('[TL61] gives back a plan that was made here as it was, but for its id', async () => {
    const { plan_id } = (await restCall(app, 'plan_create', { prompt: 'Open a bakery in Lyon' }))
      .body as { plan_id: string };
    await restCall(app, 'plan_wait', { plan_id, timeout_seconds: 50 });
    const made = (await restCall(app, 'plan_get', { plan_id })).body as Plan;
    const taken = (await take(made as unknown as Json)).body as { plan_id: string };
    expect(taken.plan_id).not.toBe(plan_id);
    const back = (await restCall(app, 'plan_get', { plan_id: taken.plan_id })).body as Plan;
    expect(back).toEqual({ ...made, plan_id: taken.plan_id });
  });

  it('[TL61] says where it is wrong and keeps nothing of it', async () => {
    const before = (await restCall(app, 'plan_list', {})).body;
    const bad: readonly (readonly [string, Json])[] = [
      ['phases', { title: 'x' }],
      ['title', { phases: [] }],
      ['task_1_1.action', planFile([taskOf([mail({ action: 'Send Email' })])])],
      ['task_1_1: file_read', planFile([taskOf([mail({ action: 'file_read' })])])],
      ['task_1.subtasks.0', planFile([taskOf(['x' as unknown as Json])])],
      ['task_2', planFile([taskOf([mail()], { prerequisites: ['task_2'] })])],
      ['task_1 → task_1_1', planFile([taskOf([mail({ dependencies: ['task_1'] })])])],
      ['same id', planFile([taskOf([mail(), mail()])])],
    ];
    for (const [words, plan] of bad) {
      const answer = await take(plan);
      expect([answer.status, answer.code]).toEqual([400, 'INVALID_ARGUMENTS']);
      expect(answer.text).toContain(words);
      expect(answer.text.length).toBeLessThan(3_000);
    }
    expect((await restCall(app, 'plan_list', {})).body).toEqual(before);
  });

  it('[TL61] warns of fields that nobody knows, and of what cannot be taken back', async () => {
    const final = mail({ reversibility: 'irreversible', recovry: [] });
    const other = taskOf([mail({ subtask_id: 'task_2_1' })], { task_id: 'task_2' });
    const { warnings } = (await take(planFile([taskOf([final]), other]))).body as {
      warnings: { code: string; message: string }[];
    };
    expect(warnings.map(({ code }) => code)).toEqual(['unknown_field', 'irreversible_early']);
    expect(warnings[0]?.message).toContain('did you mean recovery?');
  });

  it('[TL61] is the same over MCP', async () => {
    const plan = planFile([taskOf([mail()])]);
    const answer = await mcpCall(app, 'plan_import', { plan });
    expect(answer.body).toMatchObject({ state: 'completed', steps: 1 });
    const bad = await mcpCall(app, 'plan_import', { plan: { title: 'x' } });
    expect(bad.code).toBe('INVALID_ARGUMENTS');
  });
});
