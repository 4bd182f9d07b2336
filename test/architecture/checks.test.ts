// Shows on small samples that every check can fail.
import { describe, expect, it } from 'vitest';
import {
  importCycles,
  impureImports,
  missingExtensions,
  tooLong,
  wrongDirections,
} from './checks.ts';

const file = (name: string, text: string) => ({ file: name, text });

describe('direction of imports', () => {
  it('accepts an import from a lower floor', () => {
    const upper = file('src/operations/plan.ts', "import { x } from '../base/ids.ts';");
    expect(wrongDirections([upper])).toEqual([]);
  });

  it('refuses an import from a higher floor, also of a type', () => {
    const lower = file('src/base/ids.ts', "import type { X } from '../engine/machine.ts';");
    expect(wrongDirections([lower])).toEqual([
      'src/base/ids.ts (base) imports src/engine/machine.ts (engine core)',
    ]);
  });

  it('refuses an import between two rooms of one floor', () => {
    const plan = file('src/plan/stage.ts', "import { x } from '../work/inbox.ts';");
    expect(wrongDirections([plan])).toHaveLength(1);
  });

  it('refuses a dynamic import and a re-export like any other', () => {
    const lazy = file('src/contract/a.ts', "export const x = () => import('../store/store.ts');");
    const passed = file('src/contract/b.ts', "export * from '../store/store.ts';");
    expect(wrongDirections([lazy, passed])).toHaveLength(2);
  });

  it('keeps the engine core from its shell', () => {
    const core = file('src/engine/machine.ts', "import { x } from './engine.ts';");
    const shell = file('src/engine/engine.ts', "import { x } from './machine.ts';");
    expect(wrongDirections([core, shell])).toEqual([
      'src/engine/machine.ts (engine core) imports src/engine/engine.ts (engine shell)',
    ]);
  });

  it('lets the web and the SDK import the contract and nothing else of ours', () => {
    const good = file(
      'web/src/App.svelte',
      '<script lang="ts">import { p } from \'../../src/contract/plan.ts\';</script>',
    );
    const bad = file(
      'web/src/App.svelte',
      '<script lang="ts">import { p } from \'../../src/base/ids.ts\';</script>',
    );
    const sdk = file('sdk/agent.ts', "import { p } from '../src/engine/machine.ts';");
    expect(wrongDirections([good])).toEqual([]);
    expect(wrongDirections([bad, sdk])).toHaveLength(2);
  });

  it('refuses a file or a target outside of the rooms', () => {
    const stray = file('src/utils/x.ts', '');
    const reach = file('src/base/ids.ts', "import x from '../../scripts/build.ts';");
    expect(wrongDirections([stray, reach])).toHaveLength(2);
  });
});

describe('purity', () => {
  it('refuses the disk and foreign packages in a pure room, and allows them elsewhere', () => {
    const text = "import fs from 'node:fs';\nimport { z } from 'zod';\nimport pino from 'pino';";
    expect(impureImports([file('src/schedule/level.ts', text)])).toHaveLength(2);
    expect(impureImports([file('src/base/log.ts', text)])).toEqual([]);
  });
});

describe('cycles', () => {
  const a = file('src/base/a.ts', "import './b.ts';");
  const b = file('src/base/b.ts', "import './c.ts';");

  it('accepts a chain', () => {
    expect(importCycles([a, b, file('src/base/c.ts', '')])).toEqual([]);
  });

  it('accepts a diamond', () => {
    const top = file('src/base/top.ts', "import './a.ts';\nimport './b.ts';");
    expect(importCycles([top, a, b, file('src/base/c.ts', '')])).toEqual([]);
  });

  it('names a ring, also one of types', () => {
    const c = file('src/base/c.ts', "import type { A } from './a.ts';");
    expect(importCycles([a, b, c])).toEqual([
      'src/base/a.ts → src/base/b.ts → src/base/c.ts → src/base/a.ts',
    ]);
  });
});

describe('shape of files', () => {
  it('finds a file above the limit', () => {
    expect(tooLong([file('a.ts', 'x\nx\nx\n')], 3)).toEqual([]);
    expect(tooLong([file('a.ts', 'x\nx\nx\nx\n')], 3)).toHaveLength(1);
  });

  it('finds a relative import without its extension', () => {
    const text = "import './b';\nimport './c.ts';\nimport 'zod';";
    expect(missingExtensions([file('a.ts', text)])).toEqual([
      'a.ts imports ./b without its extension',
    ]);
  });
});
