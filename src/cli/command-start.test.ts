import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../base/config.ts';
import { PlanwrightError } from '../base/errors.ts';
import { askLine } from './ask-line.ts';
import { cells } from './cells.ts';
import { runStart, type Terminal } from './command-start.ts';

let folder: string;
let home: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planwright-start-'));
  home = join(folder, 'home');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Shown {
  readonly text: string;
  readonly errors: string;
  readonly code: number;
}

const nobody: Terminal = { ask: null, plan: () => Promise.reject(new Error('nobody asked')) };

async function start(terminal = nobody, flags: Record<string, boolean> = {}): Promise<Shown> {
  const said = { text: '', errors: '' };
  const writer = (name: keyof typeof said) => ({
    columns: 80,
    write(part: string): boolean {
      said[name] += part;
      return true;
    },
  });
  const io = { stdout: writer('text'), stderr: writer('errors') };
  const config = loadConfig({ env: { PLANWRIGHT_HOME: home } });
  return { code: await runStart({ words: [], flags }, config, io, terminal), ...said };
}

/** Types these lines, and keeps what was planned. */
function typing(lines: readonly string[], refused: readonly string[] = []) {
  const left = [...lines];
  const planned: string[] = [];
  const terminal: Terminal = {
    ask: async () => left.shift() ?? '',
    async plan(goal) {
      if (refused.includes(goal)) {
        throw new PlanwrightError('generation_failed', 'What should exist at the end?');
      }
      planned.push(goal);
      return 0;
    },
  };
  return { terminal, planned };
}

describe('planwright without a command', () => {
  it('[FR1] shows three examples, how to plan and what comes next on one screen', async () => {
    const { text, code } = await start();
    const lines = text.trimEnd().split('\n');
    expect(code).toBe(0);
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(Math.max(...lines.map(cells))).toBeLessThanOrEqual(80);
    for (const name of ['bicycle-repair-shop', 'clinic-shifts', 'dog-breeders'])
      expect(text).toContain(name);
    expect(text.match(/\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d, \d+ tasks, .*\bgo\b/g)).toHaveLength(3);
    for (const next of ['read bicycle-repair-shop', 'plan "', 'serve', 'import FILE', 'doctor'])
      expect(text).toContain(`planwright ${next}`);
    expect(text).not.toContain('…');
  });

  it('[FR1] leaves no data behind where somebody only looks', async () => {
    await start();
    expect(existsSync(home)).toBe(false);
  });

  it('[FR3] plans the goal that is typed', async () => {
    const { terminal, planned } = typing(['  Open a bakery in Lyon ']);
    expect((await start(terminal)).code).toBe(0);
    expect(planned).toEqual(['Open a bakery in Lyon']);
  });

  it('[FR3] an empty line leaves', async () => {
    const { terminal, planned } = typing([' ']);
    expect(await start(terminal)).toMatchObject({ code: 0, errors: '' });
    expect(planned).toEqual([]);
  });

  it('[FR3] a goal that cannot be planned is told why, and asked for again', async () => {
    const { terminal, planned } = typing(['asdf', 'Open a bakery in Lyon'], ['asdf']);
    const { errors, code } = await start(terminal);
    expect(errors).toBe('What should exist at the end?\n');
    expect({ code, planned }).toEqual({ code: 0, planned: ['Open a bakery in Lyon'] });
  });

  it('[FR3] what goes wrong otherwise is no reason to ask again', async () => {
    const terminal: Terminal = {
      ask: async () => 'Open a bakery',
      plan: () => Promise.reject(new PlanwrightError('fetch_failed', 'No answer.')),
    };
    await expect(start(terminal)).rejects.toThrow('No answer.');
  });

  it('[FR4] with --json it is one object, and nothing is asked', async () => {
    const { terminal, planned } = typing(['Open a bakery']);
    const { text } = await start(terminal, { json: true });
    const { schema_version, plans, examples, models } = JSON.parse(text) as Record<string, unknown>;
    expect({ schema_version, plans, planned }).toEqual({
      schema_version: 1,
      plans: [],
      planned: [],
    });
    expect(examples).toHaveLength(3);
    expect(models).toBeTypeOf('number');
  });
});

describe('a line from the terminal', () => {
  it('[FR3] is what was typed, and empty at the end of input', async () => {
    const asked = (text: string): Promise<string> => {
      const input = new PassThrough();
      input.end(text);
      return askLine('Goal: ', input, new PassThrough());
    };
    expect(await asked('Open a bakery\nmore\n')).toBe('Open a bakery');
    expect(await asked('')).toBe('');
  });
});
