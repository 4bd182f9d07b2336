import { describe, expect, it } from 'vitest';
import { createPathLocks } from './path-locks.ts';

const open = (): { promise: Promise<void>; resolve: () => void } => Promise.withResolvers<void>();
const never = new AbortController().signal;

describe('locks on paths', () => {
  it('[TL31] one file and the folder above it are held by one at a time, others at once', async () => {
    const locks = createPathLocks();
    const log: string[] = [];
    const gate = open();
    const first = locks.hold(['/r/a'], never, async () => {
      log.push('first');
      await gate.promise;
      log.push('first out');
    });
    const above = locks.hold(['/r'], never, async () => void log.push('above'));
    const later = locks.hold(['/r/b'], never, async () => void log.push('later'));
    await locks.hold(['/rb', '/x'], never, async () => void log.push('beside'));
    expect(log).toEqual(['first', 'beside']);
    gate.resolve();
    await Promise.all([first, above, later]);
    expect(log).toEqual(['first', 'beside', 'first out', 'above', 'later']);
  });

  it('[TL31] who is taken away does not wait on, and who fails lets go', async () => {
    const locks = createPathLocks();
    const gate = open();
    const caller = new AbortController();
    const held = locks.hold(['/a'], never, () => gate.promise);
    const waiting = locks.hold(['/a'], caller.signal, async () => 'entered');
    const behind = locks.hold(['/a'], never, () => Promise.reject(new Error('failed')));
    caller.abort(new Error('taken away'));
    await expect(waiting).rejects.toThrow('taken away');
    gate.resolve();
    await held;
    await expect(behind).rejects.toThrow('failed');
    expect(await locks.hold(['/a'], never, async () => 'free')).toBe('free');
    await expect(locks.hold(['/b'], caller.signal, async () => 'entered')).rejects.toThrow(
      'taken away',
    );
  });
});
