import { describe, expect, it, vi } from 'vitest';
import { growthOf, mostGrowth } from '../../../test/support/growth.ts';
import { listField, readPage, textField } from './front-matter.ts';

const page = (...lines: string[]) => readPage(['---', ...lines, '---', 'The body'].join('\n'));
const front = (...lines: string[]) => Object.fromEntries(page(...lines)?.front ?? []);

describe('front matter', () => {
  it('[IM13] is names with texts and lists of texts', () => {
    expect(
      front(
        'id: task-1',
        `title: 'It''s: a #1 "title"'`,
        'status: "To \\"Do\\""',
        'note: plain # a remark',
        'labels: [a, "b, c", \'d\']',
        'dependencies:',
        '  - task-2',
        "  - 'task-3'",
        'assignee:',
        '- ann',
        'folded: >-',
        '  two',
        '  lines',
        'kept: |',
        '  two',
        '  lines',
        'empty: []',
        'nothing:',
      ),
    ).toEqual({
      id: 'task-1',
      title: `It's: a #1 "title"`,
      status: 'To "Do"',
      note: 'plain',
      labels: ['a', 'b, c', 'd'],
      dependencies: ['task-2', 'task-3'],
      assignee: ['ann'],
      folded: 'two lines',
      kept: 'two\nlines',
      empty: [],
      nothing: [],
    });
    expect(page('id: a')?.body).toBe('The body');
  });

  it('[IM13] tags, anchors and merges are only text, and the first of two fields counts', () => {
    const read = front(
      'a: !!js/function x',
      'b: &anchor y',
      'c: *anchor',
      '<<: *anchor',
      'a: second',
    );
    expect(read).toEqual({ a: '!!js/function x', b: '&anchor y', c: '*anchor' });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(front('__proto__: x', 'constructor: y')).toMatchObject({ constructor: 'y' });
  });

  it('[IM13] is not there without its two lines, and not read without end', () => {
    expect(readPage('no front matter')).toBeNull();
    expect(readPage('---\nid: a\nno end')).toBeNull();
    expect(readPage(`---\n${'a: b\n'.repeat(1_000)}---\n`)).toBeNull();
    const growth = growthOf(50_000, (size) => {
      readPage(`---\na: ${'[,'.repeat(size)}\nb: ${"'".repeat(size)}\n---\n`);
      readPage(`---\n${`${' '.repeat(size / 20)}x\n`.repeat(300)}---\n`);
    });
    expect(growth).toBeLessThan(mostGrowth);
  });

  it('[IM13] a long item of a list is looked through once', () => {
    const lines = [...Array.from({ length: 2 }, () => `  ${'x'.repeat(9_990)}`), '  ]'];
    const length = lines.join('').length;
    let trimmed = 0;
    const trim = String.prototype.trim;
    const spy = vi.spyOn(String.prototype, 'trim').mockImplementation(function (this: string) {
      trimmed += this.length;
      return trim.call(this);
    });
    const read = front('a: [', ...lines);
    spy.mockRestore();
    expect(read.a).toHaveLength(1);
    expect(trimmed).toBeLessThan(20 * length);
  });

  it('[IM13] a quote opens only where an item begins', () => {
    expect(front(`a: [  "b, c" , it's, d,\t'e, f']`).a).toEqual(['b, c', "it's", 'd', 'e, f']);
  });

  it('[IM13] a text counts as a list of one, and a list as its first', () => {
    const read = page('one: a', 'two: [b, c]', 'none: ""')?.front ?? new Map();
    expect([listField(read, 'one'), listField(read, 'two'), listField(read, 'none')]).toEqual([
      ['a'],
      ['b', 'c'],
      [],
    ]);
    expect([textField(read, 'two'), textField(read, 'none'), textField(read, 'x')]).toEqual([
      'b',
      undefined,
      undefined,
    ]);
  });
});
