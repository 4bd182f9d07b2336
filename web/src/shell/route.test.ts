import { describe, expect, it } from 'vitest';
import {
  exampleHref,
  executionHref,
  newPlanHref,
  parseRoute,
  planHref,
  reportHref,
  stageHref,
  stagesHref,
  taskHref,
} from './route.ts';

describe('routes', () => {
  it('read what the links write', () => {
    const plan = { view: 'plan', id: 'plan_abc12345', part: 'overview', stage: '' };
    expect(parseRoute(planHref('plan_abc12345'))).toEqual(plan);
    expect(parseRoute(newPlanHref)).toEqual({ view: 'new' });
    expect(parseRoute(exampleHref('a-shop'))).toEqual({ view: 'example', name: 'a-shop' });
    expect(parseRoute('#/examples/../x').view).toBe('unknown');
    expect(parseRoute(executionHref('exec_abc12345'))).toEqual({
      view: 'execution',
      id: 'exec_abc12345',
      task: '',
    });
    expect(parseRoute(taskHref('exec_abc12345', 'task_1_2_a'))).toMatchObject({
      id: 'exec_abc12345',
      task: 'task_1_2_a',
    });
  });

  it('[UI20] [UI23] know the report of a plan, and each stage of its making', () => {
    const plan = { view: 'plan', id: 'plan_abc12345' };
    expect(parseRoute(reportHref('plan_abc12345'))).toEqual({ ...plan, part: 'report', stage: '' });
    expect(parseRoute(stagesHref('plan_abc12345'))).toEqual({ ...plan, part: 'stages', stage: '' });
    const open = { ...plan, part: 'stages', stage: 'lever-triage' };
    expect(parseRoute(stageHref('plan_abc12345', 'lever-triage'))).toEqual(open);
    expect(parseRoute('#/plans/plan_abc12345/stages/../x').view).toBe('unknown');
  });

  it('[UI15] know the inbox, and a one-time link', () => {
    expect(parseRoute('#/inbox')).toEqual({ view: 'inbox' });
    const ticket = `pw_ticket_${'a1'.repeat(40)}`;
    expect(parseRoute(`#/open/${ticket}`)).toEqual({ view: 'open', ticket });
    expect(parseRoute('#/open/<script>').view).toBe('unknown');
  });

  it.each(['', '#', '#/', '#/plans', '#/plans/'])('%j is the list of plans', (hash) => {
    expect(parseRoute(hash)).toEqual({ view: 'plans' });
  });

  it.each(['#/x', '#/plans/../api', '#/plans/exec_abc12345', '#/executions/exec_1/a/b'])(
    '%j is unknown',
    (hash) => {
      expect(parseRoute(hash).view).toBe('unknown');
    },
  );
});
