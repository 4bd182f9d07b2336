import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { configHelp } from '../../src/base/config.ts';

const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');

describe('docs/configuration.md', () => {
  it('[AR13] lists every setting as it is', () => {
    const rows = configHelp().map(
      ({ variable, name, inFile, help, allowed, fallback }) =>
        `| \`${variable}\` | ${inFile ? `\`${name}\`` : '–'} | ${help} | ${allowed} | ${fallback || '–'} |`,
    );
    const missing = rows.filter((row) => !page.includes(row));
    expect(missing).toEqual([]);
  });
});
