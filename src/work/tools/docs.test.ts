import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultPolicy, policySchema } from '../safety/policy.ts';
import { parsePatch } from './patch-text.ts';
import { builtInTools, requireTool } from './table.ts';

const page = readFileSync(new URL('../../../docs/tools-and-steps.md', import.meta.url), 'utf8');

const blocks = [...page.matchAll(/^```json (\S+)\n([\s\S]*?)^```$/gm)].map(
  ([, kind = '', text = '']) => ({
    kind,
    value: JSON.parse(text) as unknown,
  }),
);

describe('docs/tools-and-steps.md', () => {
  it('[TL38] every policy in it is one, and says what it seems to say', () => {
    const policies = blocks.filter(({ kind }) => kind === 'policy');
    expect(policies.length).toBeGreaterThan(0);
    for (const { value } of policies) {
      const policy = policySchema.parse(value);
      expect(policy).toMatchObject(value as object);
    }
  });

  it('[TL38] every call of a tool in it fits the tool', () => {
    const calls = blocks.filter(({ kind }) => kind.startsWith('tool='));
    expect(calls.length).toBeGreaterThan(3);
    for (const { kind, value } of calls) {
      const { success } = requireTool(kind.slice('tool='.length)).params.safeParse(value);
      expect([kind, success]).toEqual([kind, true]);
    }
    const diffs = calls.flatMap(({ value }) =>
      Object.entries(value as object).filter(([name]) => name === 'diff'),
    );
    expect(diffs.map(([, diff]) => parsePatch(String(diff)).length)).toEqual([1]);
  });

  it('[TL38] the tables hold every tool with its tier and every limit with its value', () => {
    const rows = builtInTools.map(({ name, tier, tierUnsandboxed, reversibility }) => {
      const tiers =
        tierUnsandboxed === undefined ? `${tier}` : `${tier}, without a sandbox ${tierUnsandboxed}`;
      const undo = reversibility === 'none' ? '–' : '[^|–]+';
      return new RegExp(`^\\| \`${name}\` \\| [^|]+ \\| ${tiers} \\| ${undo} \\|$`, 'm');
    });
    expect(rows.filter((row) => !row.test(page))).toEqual([]);
    const limits = Object.entries(defaultPolicy.limits).map(
      ([name, value]) => `| \`${name}\` | ${value} |`,
    );
    expect(limits.filter((row) => !page.includes(row))).toEqual([]);
  });
});
