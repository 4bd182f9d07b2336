import { describe, expect, it } from 'vitest';
import { StreamGate } from './stream-gate.ts';

const someone = (id: string) => ({ tenant: 'tenant_a', id });

describe('the gate of streams', () => {
  it('[SS7] all callers together may have so many open', () => {
    const gate = new StreamGate({ inAll: 3, perPrincipal: 2 });
    const leaves = ['a', 'b', 'c'].map((id) => gate.enter(someone(id)));
    expect(() => gate.enter(someone('d'))).toThrow(/streams are open/);
    leaves[0]?.();
    gate.enter(someone('d'));
    expect(() => gate.enter(someone('e'))).toThrow();
  });

  it('[SS7] leaving twice frees one place', () => {
    const gate = new StreamGate({ inAll: 9, perPrincipal: 2 });
    const leave = gate.enter(someone('a'));
    gate.enter(someone('a'));
    leave();
    leave();
    gate.enter(someone('a'));
    expect(() => gate.enter(someone('a'))).toThrow();
    expect(() => gate.enter({ tenant: 'tenant_b', id: 'a' })).not.toThrow();
  });
});
