import { describe, expect, it } from 'vitest';
import { humanText } from './human-text.ts';

describe('an answer for people', () => {
  it('[CL22] never cuts a sentence that says what to do', () => {
    const how = `Register an agent that can search_web; ${'it takes the step with work_claim. '.repeat(4)}`;
    const text = humanText({ blocked: [{ step_id: 'task_1', reason: 'Nobody.', how }] });
    expect(text).toBe(`step_id  reason\ntask_1   Nobody.\n  how: ${how.trim()}\n`);
  });

  it('[CL22] shows what is nested: short on one line, longer below its name', () => {
    const usage = { budget: { usd: 5 }, purse_id: null };
    expect(humanText({ progress: { done: 1, total: 4 }, usage })).toBe(
      'progress: done 1 · total 4\nusage:\n  budget: usd 5\n  purse_id: –\n',
    );
    const purses = [{ purse_id: 'purse_1', budget: { usd: 3 } }];
    expect(humanText({ purses })).toBe('purse_id  budget\npurse_1   usd 3\n');
    const profiles = [
      { profile: 'baseline', models: [] },
      { profile: 'custom', models: [{ key: 'a', model: 'test-1' }] },
    ];
    expect(humanText({ profiles })).toBe(
      'profile\nbaseline\ncustom\n  key  model\n  a    test-1\n',
    );
  });

  it('[CL22] cuts long cells, takes control characters out, and ends at a depth', () => {
    const rows = [{ sha256: 'a'.repeat(64), name: 'b\u001b[2Jc' }];
    expect(humanText({ rows })).toBe(`sha256${' '.repeat(54)}  name\n${'a'.repeat(59)}…  b [2Jc\n`);
    let deep: object = { end: [1] };
    for (let depth = 0; depth < 8; depth += 1) deep = { deeper: deep, also: [depth] };
    expect(humanText(deep)).toContain('{"deeper":');
    expect(humanText({ none: [], empty: {}, list: ['a', 'b'] })).toBe(
      'none: none\nempty: none\nlist: a, b\n',
    );
  });
});
