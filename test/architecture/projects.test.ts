// No test file may fall between the projects: it would never run, and nobody would notice.
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projects } from '../projects.ts';
import { readSources } from './source-tree.ts';

function projectsOf(file: string): string[] {
  return projects
    .filter((project) => project.include.some((glob) => path.posix.matchesGlob(file, glob)))
    .map((project) => project.name);
}

describe('test projects', () => {
  const files = readSources(['src', 'sdk', 'web', 'test', 'bench', 'scripts'])
    .map((source) => source.file)
    .filter((file) => /\.(test|spec)\.[a-z.]+$/.test(file));

  it('[AR12] every test file belongs to exactly one project', () => {
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => projectsOf(file).length !== 1)).toEqual([]);
  });

  it('a file outside of all suites is seen as such', () => {
    expect(projectsOf('test/nowhere/a.test.ts')).toEqual([]);
    expect(projectsOf('src/base/a.test.ts')).toEqual(['unit']);
  });
});
