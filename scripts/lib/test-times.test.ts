import { describe, expect, it } from 'vitest';
import { type FileTime, formatTimes, summarize } from './test-times.ts';

const file = (project: string, name: string, wallMs: number, cpuMs = 0): FileTime => ({
  ...{ project, file: name, tests: 2, wallMs, cpuMs },
});

describe('the times of a test run', () => {
  const files = [file('a', 'one', 1_000, 500), file('b', 'two', 9_000), file('a', 'three', 3_000)];

  it('are added up by project and sorted, slowest first', () => {
    const times = summarize(10_040, files);
    expect(times.seconds).toBe(10);
    expect(times.projects).toEqual([
      { project: 'b', files: 1, tests: 2, wallSeconds: 9, cpuSeconds: 0 },
      { project: 'a', files: 2, tests: 4, wallSeconds: 4, cpuSeconds: 0.5 },
    ]);
    expect(times.files.map((one) => one.file)).toEqual(['two', 'three', 'one']);
  });

  it('are printed with the 40 slowest files, and kept whole', () => {
    const many = Array.from({ length: 50 }, (_, index) => file('a', `file${index}`, index));
    const times = summarize(1, many);
    expect(times.files).toHaveLength(50);
    const names = formatTimes(times).filter((line) => line.includes('file'));
    const rows = names.filter((line) => /a file\d+$/.test(line));
    expect(rows).toHaveLength(40);
    expect(rows[0]).toContain('file49');
  });
});
