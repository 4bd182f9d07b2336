import { describe, expect, it } from 'vitest';
import { attacksDigest, type Told } from './criticism.ts';

const told = (isDone: boolean, overruled = ''): Told => ({
  ...{ section: 'phase', item: '2.1', severity: 'major', says: 'It is thin.', remedy: 'More.' },
  ...{ isDone, overruled, also: [] },
});

describe('what became of attacks', () => {
  it('[RH38] is told in counts, without those that are none', () => {
    const all = [told(true), told(true), told(false, 'It is not.'), told(false)];
    expect(attacksDigest(all)).toBe('4 attacks: 2 answered by a change, 1 overruled, 1 still open');
    expect(attacksDigest([told(true)])).toBe('1 attack: 1 answered by a change');
    expect(attacksDigest([])).toBe('0 attacks');
  });
});
