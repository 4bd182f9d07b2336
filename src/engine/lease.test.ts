import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leaseToken, readLeaseToken } from './lease.ts';

const secret = 'a'.repeat(64);
const claim = { run: 'exec_lease1', step: 'task_1_2', attempt: 3 };
const holder = 'agent_a';
const token = leaseToken(secret, claim, holder);

describe('a lease token', () => {
  it('[EN3] is read back by its holder', () => {
    expect(readLeaseToken(secret, token, holder)).toEqual(claim);
  });

  it.each([
    ['another holder', secret, 'agent_b'],
    ['a holder with a longer name', secret, 'agent_a1'],
    ['another server secret', 'b'.repeat(64), holder],
    ['an empty secret', '', holder],
  ])('[EN3] is worth nothing with %s', (_, otherSecret, otherHolder) => {
    expect(readLeaseToken(otherSecret, token, otherHolder)).toBeNull();
  });

  it.each([
    ['attempt', token.replace('.3.', '.4.')],
    ['step', token.replace('task_1_2', 'task_1_3')],
    ['run', token.replace('exec_lease1', 'exec_lease2')],
    ['signature', token.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    ['signature, which is cut', token.slice(0, -1)],
    ['end', `${token}0`],
    ['start', ` ${token}`],
    ['whole text', ''],
  ])('[EN3] is refused with a changed %s', (_, forged) => {
    expect(readLeaseToken(secret, forged, holder)).toBeNull();
  });

  it('[EN3] survives no change of a single character', () => {
    const changed = fc.tuple(fc.nat(token.length - 1), fc.string({ minLength: 1, maxLength: 1 }));
    fc.assert(
      fc.property(changed, ([place, letter]) => {
        fc.pre(token[place] !== letter);
        const forged = token.slice(0, place) + letter + token.slice(place + 1);
        return readLeaseToken(secret, forged, holder) === null;
      }),
      { numRuns: 500 },
    );
  });

  it('[EN3] is different for each attempt, step, run and holder', () => {
    const tokens = [
      token,
      leaseToken(secret, { ...claim, attempt: 4 }, holder),
      leaseToken(secret, { ...claim, step: 'task_1_3' }, holder),
      leaseToken(secret, { ...claim, run: 'exec_lease2' }, holder),
      leaseToken(secret, claim, 'agent_b'),
    ];
    expect(new Set(tokens.map((text) => text.split('.').at(-1))).size).toBe(5);
  });
});
