import { describe, expect, it } from 'vitest';
import { sampleSchedule } from '../../test/support/scheduled.ts';
import { freeOfCost } from '../schedule/run/costs.ts';
import type { AnswerInput } from './schedule-answer.ts';
import { scheduleText } from './schedule-text.ts';

const { project, rows, finish, currency, planId, title } = sampleSchedule;

const answer: AnswerInput = {
  file: {
    kind: 'plan',
    planId,
    title,
    project: { ...project, deadline: finish - 2 * 1440 },
    currency,
    budget: null,
    confidence: 0.8,
    risks: [],
    effort: null,
    stated: [],
    baseline: null,
    notes: [],
    isSound: true,
    ranged: { plan: {}, changes: [] },
    lint: [],
    plan: {},
  },
  outcome: {
    tasks: rows,
    criticalPath: ['task_2', 'task_3', 'task_4'],
    finish,
    tickMinutes: 60,
    schedules: 1234,
    optimal: false,
    violations: [],
    lint: [{ code: 'orphan', severity: 'warning', ids: [], message: 'Link \u001b[2J task_1.' }],
    cost: freeOfCost,
    simulation: null,
    proposals: [
      {
        kind: 'add_capacity',
        text: 'A second cook',
        assumption: '',
        gainMinutes: 3 * 1440,
        price: 4000,
        finish,
        meetsDeadline: true,
        meetsBudget: null,
        late: null,
      },
    ],
    progress: null,
    closed: null,
  },
  repairs: null,
  calibration: null,
  effort: { seed: 1, schedules: 1234 },
  seconds: 2.34,
  stopped: 'time_limit',
};

describe('a schedule for people', () => {
  const narrow = scheduleText(answer, 80);
  const wide = scheduleText(answer, 160);

  it('[SC96] says when it ends, what is missed, what helps and how far the search came', () => {
    expect(narrow).toContain('finish 2026-03-07 16:00 (Europe/Copenhagen)');
    expect(narrow).toContain(
      'DEADLINE MISSED: 2026-03-05 was asked for, the work ends 2 days later',
    );
    expect(narrow).toContain('critical path: task_2 → task_3 → task_4');
    expect(narrow).toContain('A second cook: 3 days earlier, costs 4,000 DKK, keeps the deadline');
    expect(narrow).toContain(
      'The time limit came after 2.3 s: this is the best of 1,234 schedules',
    );
    expect(narrow).not.toMatch(/[\p{Cc}--\n]/v);
  });

  it('[SC144] a change that breaks a limit that is kept says so, and is not offered as one to take', () => {
    const { outcome } = answer;
    const [cook] = outcome.proposals;
    const dear = { ...outcome, proposals: cook ? [{ ...cook, meetsBudget: false }] : [] };
    const kept = { confidence: null, deadline: false, taskDeadlines: null, budget: true, note: '' };
    const textOf = (more: object): string =>
      scheduleText({ ...answer, outcome: { ...dear, ...more } }, 80);
    const told = textOf({ verdict: kept });
    expect(told).toContain('keeps the deadline, breaks the budget');
    expect(told).toContain('What would help (--close-gap takes nothing that breaks a limit');
    expect(textOf({ verdict: { ...kept, budget: false } })).toContain('(--close-gap takes them):');
    const late = cook ? [{ ...cook, meetsDeadline: false, meetsBudget: null }] : [];
    const whole = { ...kept, deadline: true, budget: null };
    // Another deadline, that of a task, is missed already; this one does not break any.
    const missed = textOf({ proposals: late, verdict: { ...whole, taskDeadlines: false } });
    expect(missed).not.toContain('breaks');
    expect(textOf({ proposals: late, verdict: whole })).toContain('breaks the deadline');
    const closed = { taken: [], met: false, project, addedRisks: [], addedCosts: [] };
    const none = 'Nothing was changed: what would help breaks a limit that is kept.';
    expect(textOf({ verdict: kept, closed })).toContain(none);
    expect(textOf({ verdict: kept, closed, proposals: [] })).toContain(
      'Nothing helps to close the gap.',
    );
  });

  it('[SC96] of a plan that is carried out it says that it is done', () => {
    const over = { ...answer.outcome, criticalPath: [], optimal: true };
    const text = scheduleText({ ...answer, outcome: over }, 80);
    expect(text).toContain('after the start; all of it is done\n');
    expect(text).not.toContain('critical path');
  });

  it('[SC96] has a chart where there is room for one, within the width', () => {
    expect(narrow).not.toMatch(/[█▒◆]/u);
    expect(wide).toMatch(/\* task_2 .*█/u);
    expect(wide).toMatch(/ {2}task_1 .*▒/u);
    expect(wide).toMatch(/task_4 .*◆/u);
    for (const line of wide.split('\n')) expect([...line].length).toBeLessThanOrEqual(160);
  });
});
