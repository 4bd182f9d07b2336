// Every rule of SPEC.md has a test, every id in a test name is a rule, every guarantee has rules.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSources, root } from './source-tree.ts';
import {
  duplicateRules,
  entriesWithoutRule,
  guaranteeEntries,
  malformedRules,
  rulesOf,
  testNames,
  uncoveredRules,
  unknownIds,
} from './spec-rules.ts';

const read = (name: string) => {
  const file = path.join(root, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

describe('SPEC.md and GUARANTEES.md', () => {
  const spec = read('SPEC.md');
  const guarantees = read('GUARANTEES.md');
  const rules = rulesOf(spec);
  const names = readSources(['src', 'sdk', 'web/src', 'test', 'bench', 'scripts']).flatMap(
    testNames,
  );

  it('[AR6] every rule has a test that carries its id', () => {
    expect(rules.length).toBeGreaterThan(0);
    expect(uncoveredRules(rules, names)).toEqual([]);
  });

  it('[AR7] every id in the name of a test is a rule', () => {
    expect(unknownIds(rules, names)).toEqual([]);
  });

  it('[AR8] every guarantee points at rules that exist', () => {
    expect(guaranteeEntries(guarantees).length).toBeGreaterThan(0);
    expect(entriesWithoutRule(guarantees)).toEqual([]);
    expect(unknownIds(rules, [guarantees])).toEqual([]);
  });

  it('[AR9] no rule is written twice or in a form that is not read', () => {
    expect(duplicateRules(rules)).toEqual([]);
    expect(malformedRules(spec)).toEqual([]);
  });
});

describe('the checker', () => {
  const rule = (id: string) => ({ id, text: 'text' });
  const source = (text: string) => ({ file: 'a.test.ts', text });

  it('reads rules, and reports a line that only looks like one', () => {
    const spec = '# Store\n- **[ST1]** Whole or not there.\n- [ST2] no bold\n- plain\n';
    expect(rulesOf(spec)).toEqual([{ id: 'ST1', text: 'Whole or not there.' }]);
    expect(malformedRules(spec)).toEqual(['- [ST2] no bold']);
  });

  it('reads names from plain, modified, each and template forms', () => {
    const text = [
      "it('[ST1] a', () => {});",
      "describe.each([1])('[ST2] b %s', () => {});",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a sample of source text
      'it(`[ST3] c ${x}`, () => {});',
      "other('[ST4] d');",
      'const sample = "it(\'[ST5] e\')";',
    ].join('\n');
    expect(testNames(source(text)).join('|')).toMatch(/^\[ST1\] a\|\[ST2\] b %s\|\[ST3\] c …$/);
  });

  it('finds a rule without a test, an unknown id and a rule written twice', () => {
    expect(uncoveredRules([rule('ST1'), rule('ST2')], ['[ST1] a'])).toEqual(['ST2']);
    expect(unknownIds([rule('ST1')], ['[ST1] a', '[ST9] b'])).toEqual(['ST9']);
    expect(duplicateRules([rule('ST1'), rule('ST1')])).toEqual(['ST1']);
  });

  it('finds a guarantee without a rule, and reads one over several lines', () => {
    const document = '# G\n\n- Nothing is lost.\n- All is\n  kept ([ST1]).\n\nText [ST2].\n';
    expect(guaranteeEntries(document)).toHaveLength(2);
    expect(entriesWithoutRule(document)).toEqual(['- Nothing is lost.']);
  });
});
