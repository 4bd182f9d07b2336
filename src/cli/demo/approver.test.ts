import { describe, expect, it } from 'vitest';
import { askedLine } from './approver.ts';

const asked = {
  step_id: 'task_1',
  title: 'Send the\u001b[2J mails',
  action: 'send_email',
  risk_tier: 'T2',
  digest: 'ab'.repeat(32),
  what: {
    ...{ description: '', params: { count: 10 }, acceptance_criteria: [], performer: 'agent' },
    proposal: null,
  },
  asked_by: null,
  asked_since: '2026-01-05T09:00:00.000Z',
} as const;

describe('the person of the demo', () => {
  it('[FC16] shows what is asked, without what a terminal would obey', () => {
    const line = askedLine({ ...asked, what: { ...asked.what, acceptance_criteria: [] } });
    expect(line).toBe('Approval asked (T2): "Send the [2J mails": send_email {"count":10}');
  });

  it('[FC16] shows a proposal rather than the parameters, and neither where it is too long', () => {
    const what = { ...asked.what, acceptance_criteria: [], proposal: { to: 'Ann' } };
    expect(askedLine({ ...asked, what })).toContain('send_email {"to":"Ann"}');
    expect(askedLine({ ...asked, what: null })).toMatch(/send_email$/);
  });
});
