import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf, unifiedDiff } from './line-diff.ts';
import { applyHunks, parsePatch, patchProblem } from './patch-text.ts';

const line = fc.constantFrom('a', 'b', 'c', '', ' x', '-y', '+z', '@@', '--- q', '\\ no');
const text = fc
  .tuple(fc.array(line, { maxLength: 40 }), fc.boolean())
  .map(([lines, isEnded]) => lines.join('\n') + (isEnded && lines.length > 0 ? '\n' : ''));

describe('unified diffs', () => {
  it('[TL9] a diff of two texts turns the one into the other', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = unifiedDiff('f.txt', before, after);
        expect(diff === '').toBe(before === after);
        if (diff === '') return;
        const [file] = parsePatch(diff);
        expect(file?.kind).toBe('change');
        expect(applyHunks(before, file?.hunks ?? [])).toBe(after);
      }),
      { numRuns: 1_000 },
    );
  });

  it('[TL9] shows no more lines than changed, also in a large file', () => {
    const lines = Array.from({ length: 5_000 }, (_, nth) => `line ${nth}\n`);
    const changed = lines.with(100, 'x\n').toSpliced(4_000, 1);
    const diff = unifiedDiff('f', lines.join(''), changed.join(''));
    expect(diff.match(/^[-+](?![-+])/gm)).toHaveLength(3);
    expect(diff.match(/^@@/gm)).toHaveLength(2);
    const other = lines.map((one) => `new ${one}`).join('');
    const [file] = parsePatch(unifiedDiff('f', lines.join(''), other));
    expect(applyHunks(lines.join(''), file?.hunks ?? [])).toBe(other);
  });

  it('[TL9] a hunk with a wrong line number is taken if its text stands at one place only', () => {
    const hunk = (number: number) =>
      parsePatch(`--- a/f\n+++ b/f\n@@ -${number},2 +${number},2 @@\n-one\n+1\n two\n`)[0]?.hunks ??
      [];
    expect(applyHunks('x\none\ntwo\n', hunk(9))).toBe('x\n1\ntwo\n');
    expect(applyHunks('one\ntwo\none\ntwo\n', hunk(3))).toBe('one\ntwo\n1\ntwo\n');
    expect(() => applyHunks('one\ntwo\none\ntwo\n', hunk(2))).toThrow('more than once');
    expect(() => applyHunks('one\nTWO\n', hunk(1))).toThrow('not there');
    expect(() => applyHunks('one\ntwo', hunk(1))).toThrow('not there');
  });

  it.each([
    ['', 'names no file'],
    ['hello\n', 'lacks'],
    ['--- a/f\n+++ b/f\n', 'without a hunk'],
    ['--- a/f\n+++ b/g\n@@ -1 +1 @@\n-a\n+b\n', 'renames'],
    ['--- a/f\n+++ b/f\n@@ -1,2 +1 @@\n-a\n+b\n', 'ends too early'],
    ['--- a/f\n+++ b/f\n@@ -1 +1 @@\n*a\n', 'without a sign'],
    ['--- a/f\n+++ b/f\n@@ 1 @@\n-a\n+b\n', 'line numbers'],
    ['--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n', 'twice'],
  ])('[TL9] %j is refused', (diff, why) => {
    expect(() => parsePatch(diff)).toThrow(why);
  });

  it.each([
    ['@@ -1,2 +1 @@\n-a\n+b\n', 'says 2 lines before and 1 after; there are 1 and 1) at line 6'],
    ['@@ -1 +1,3 @@\n-a\n+b\n', 'says 1 lines before and 3 after; there are 1 and 1) at line 6'],
    ['@@ -1 +1,2 @@\n-a\n-b\n+c\n+d\n', 'there are 2 and 2) at line 8'],
  ])('[TL65] %j is told what its counts are', (hunk, why) => {
    const diff = `--- a/f\n+++ b/f\n${hunk}`;
    expect(() => parsePatch(diff)).toThrow(why);
    expect(patchProblem(diff)).toContain(why);
  });

  it('[TL9] heads of git are passed over', () => {
    const diff =
      'diff --git a/f b/f\nindex 1..2 100644\n--- a/f\n+++ b/f\n@@ -1 +1 @@ f()\n-a\n+b\n\n';
    expect(parsePatch(diff)).toEqual([
      { path: 'f', kind: 'change', hunks: [{ line: 1, before: ['a\n'], after: ['b\n'] }] },
    ]);
    expect(linesOf('a\n\nb')).toEqual(['a\n', '\n', 'b']);
  });
});
