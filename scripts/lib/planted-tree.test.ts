import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gitEnvironment, makeTree, replaceOnce } from './planted-tree.ts';

const bug = { name: 'bug', what: '', file: 'src/a.ts', find: 'a < b', replace: "a <= b || '$&'" };

describe('replaceOnce', () => {
  it('puts the replacement in as it stands', () => {
    expect(replaceOnce('if (a < b) x', bug)).toBe("if (a <= b || '$&') x");
  });

  it.each(['if (a > b) x', 'if (a < b) x; if (a < b) y'])('refuses %s', (text) => {
    expect(() => replaceOnce(text, bug)).toThrow(/bug: its place occurs \d times in src\/a\.ts/);
  });
});

describe('a tree with a bug', () => {
  let root = '';

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'planted-tree-'));
    mkdirSync(path.join(root, 'src'));
    mkdirSync(path.join(root, 'node_modules'));
    writeFileSync(path.join(root, 'src', 'a.ts'), 'a < b');
    writeFileSync(path.join(root, 'node_modules', 'x'), 'installed');
    writeFileSync(path.join(root, '.gitignore'), 'node_modules\nsecret\n');
    writeFileSync(path.join(root, 'secret'), 'not for copies');
    execFileSync('git', ['init', '-q'], { cwd: root, env: gitEnvironment() });
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('has what git would take, and links what is installed', () => {
    const tree = makeTree(root, [bug]);
    const read = (file: string): string => readFileSync(path.join(tree.folder, file), 'utf8');
    try {
      expect(read('src/a.ts')).toBe('a < b');
      expect(read('node_modules/x')).toBe('installed');
      expect(existsSync(path.join(tree.folder, 'secret'))).toBe(false);
    } finally {
      tree.remove();
    }
    expect(existsSync(tree.folder)).toBe(false);
    expect(readFileSync(path.join(root, 'node_modules', 'x'), 'utf8')).toBe('installed');
  });

  it('has the bug while it is planted, and the source never has', () => {
    const tree = makeTree(root, [bug]);
    const read = (): string => readFileSync(path.join(tree.folder, 'src/a.ts'), 'utf8');
    try {
      tree.plant();
      expect(read()).toBe("a <= b || '$&'");
      tree.unplant();
      expect(read()).toBe('a < b');
      tree.leaveOut('.gitignore');
      expect(existsSync(path.join(tree.folder, '.gitignore'))).toBe(false);
    } finally {
      tree.remove();
    }
    expect(readFileSync(path.join(root, 'src', 'a.ts'), 'utf8')).toBe('a < b');
    expect(existsSync(path.join(root, '.gitignore'))).toBe(true);
  });
});
