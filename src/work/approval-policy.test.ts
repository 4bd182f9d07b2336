import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leaf } from '../../test/support/run-driver.ts';
import { askAlways, type ExecutionPolicy } from '../contract/execution-policy.ts';
import type { GraphStep } from '../engine/event-types.ts';
import { approvalLastsMs, underPolicy } from './approval-policy.ts';

const step = (over: Partial<GraphStep>): GraphStep => ({
  ...leaf('task_1'),
  ...{ performer: 'agent', action: 'send_email', ...over },
});

const approval = { lasts_ms: approvalLastsMs };

describe('a step under a policy', () => {
  it.each([
    ['T1 of an agent is done', { tier: 1 }, { performer: 'agent' }],
    ['T2 of an agent asks', { tier: 2 }, { performer: 'agent', approval }],
    ['T2 of a person does not', { tier: 2, performer: 'human' }, { performer: 'human' }],
    ['T3 is done by a person', { tier: 3 }, { performer: 'human' }],
  ] as const)('[FC11] %s', (_, over, wanted) => {
    const { performer, approval: asked } = underPolicy(step(over), askAlways);
    expect({ performer, ...(asked && { approval: asked }) }).toEqual(wanted);
  });

  it('[FC11] groups stay as they are', () => {
    const group = step({ purpose: 'group', tier: 3, performer: 'engine' });
    expect(underPolicy(group, askAlways)).toBe(group);
  });

  it('[FC11] an approval of the step itself stays, whatever is approved before', () => {
    const own = { lasts_ms: 5 };
    const policy: ExecutionPolicy = { pre_approved: ['T2'], tiers: {} };
    expect(underPolicy(step({ tier: 2, approval: own }), policy).approval).toEqual(own);
    expect(underPolicy(step({ tier: 2, approval: own }), askAlways).approval).toEqual(own);
  });

  it('[FC11] no policy lowers a tier, or lets an agent do T3 or T2 that nobody approved', () => {
    const action = fc.constantFrom('send_email', 'make_call', 'toString', '__proto__');
    const policies = fc.record({
      pre_approved: fc.array(fc.oneof(action, fc.constant('T2'))),
      tiers: fc.dictionary(action, fc.constantFrom('T2' as const, 'T3' as const)),
    });
    const tiers = fc.constantFrom(1 as const, 2 as const, 3 as const);
    fc.assert(
      fc.property(policies, action, tiers, (policy, name, tier) => {
        const made = underPolicy(step({ action: name, tier }), policy);
        expect(made.tier).toBeGreaterThanOrEqual(tier);
        expect(made.tier !== 3 || made.performer === 'human').toBe(true);
        const isFree = policy.pre_approved.includes('T2') || policy.pre_approved.includes(name);
        expect(made.approval !== undefined).toBe(made.tier === 2 && !isFree);
      }),
    );
  });
});
