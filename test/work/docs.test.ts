// The snippets of docs/tools-and-steps.md that teach are run as they stand there.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { planSchema } from '../../src/contract/plan.ts';
import { subtaskRunFields } from '../../src/contract/plan-subtask.ts';
import { stepRung } from '../../src/contract/step-fields.ts';
import type { NewStep } from '../../src/engine/engine-api.ts';
import { completePlan } from '../../src/plan/complete-plan.ts';
import { executionSteps } from '../../src/work/execution-graph.ts';
import type { Mind } from '../../src/work/mind-handler.ts';
import { checkParams } from '../../src/work/tool-checks.ts';
import { effectsOf } from '../../src/work/tool-step.ts';
import { previewTool, runTool, undoTool } from '../../src/work/tools/run-tool.ts';
import type { Tool } from '../../src/work/tools/tool.ts';
import type { Json } from '../support/small-plan.ts';
import { ToolWorld } from '../support/tool-world.ts';
import { makeBase, WorkWorld } from '../support/work-world.ts';

const repository = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/tools-and-steps.md', repository), 'utf8');
const blocks = [...page.matchAll(/^```(ts|json) (\S+)\n([\s\S]*?)^```$/gm)].map(
  ([, language = '', kind = '', text = '']) => ({ language, kind, text }),
);

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** As if it stood in that folder of the source. */
async function moduleOf<Module>(kind: string, folder: string, base: string): Promise<Module> {
  const found = blocks.filter((block) => block.language === 'ts' && block.kind === kind);
  expect(found).toHaveLength(1);
  const text = (found[0]?.text ?? '')
    .replaceAll("from './", `from '${new URL(folder, repository).pathname}`)
    .replaceAll("from 'zod'", `from '${import.meta.resolve('zod')}'`);
  const file = join(base, `${kind}.ts`);
  writeFileSync(file, text);
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Module;
}

async function openWork(mind?: Mind, base = makeBase()): Promise<WorkWorld> {
  const world = await WorkWorld.open(mind ? { mind } : {}, base);
  closing.push(() => world.close());
  return world;
}

describe('docs/tools-and-steps.md, the part that teaches', () => {
  it('[TL56] its steps run, are checked and are committed', async () => {
    const world = await openWork();
    const { steps } = await moduleOf<{ steps: NewStep[] }>('steps', 'src/work/', world.base);
    world.file('src/greet.ts', "export const word = 'Hello';\n");
    world.git('init', '-q', '-b', 'main');
    world.git('add', '.');
    world.git('commit', '-q', '-m', 'first');
    await world.start('exec_1', steps);
    expect(await world.ended('exec_1')).toBe('COMPLETED');
    expect(world.git('log', '-n1', '--format=%s')).toBe('Greet in the morning');
    expect((await world.row('exec_1', 'greet_1_c1text'))?.choice).toBe('accept');
  });

  it('[TL56] its plan is taken in, climbs its ladder and is committed', async () => {
    const world = await openWork();
    const [file] = blocks.filter(({ kind }) => kind === 'plan');
    const filled = completePlan(JSON.parse(file?.text ?? '') as Json, 'plan_docs1', '2027-01-04');
    const steps = executionSteps(planSchema.parse(filled));
    world.file('src/greet.mjs', "export const word = 'Hello';\n");
    const test =
      "import { word } from '../src/greet.mjs';\nif (word !== 'Good morning') throw word;\n";
    world.file('test/greet.test.mjs', test);
    world.git('init', '-q', '-b', 'main');
    world.git('add', '.');
    world.git('commit', '-q', '-m', 'first');
    const commands = [{ command: 'node', args: [['--test', '**']] }];
    const policy = world.policy({ commands, pre_approved: ['command_run'] });
    await world.start('exec_1', steps, policy);
    expect(await world.ended('exec_1')).toBe('COMPLETED');
    expect(world.git('log', '--format=%s', 'morning')).toBe('Greet in the morning\nfirst');
    expect(world.text('src/greet.mjs')).toContain('Good morning');
    expect((await world.row('exec_1', 'task_1_2_ar1'))?.state).toBe('VERIFIED');
  });

  it('[TL56] its plan with an agent has a giver that is told what is wanted', () => {
    const [file] = blocks.filter(({ kind }) => kind === 'deciding');
    const filled = completePlan(JSON.parse(file?.text ?? '') as Json, 'plan_docs2', '2027-01-04');
    const steps = new Map(
      executionSteps(planSchema.parse(filled)).map((step) => [step.def.id, step] as const),
    );
    expect(steps.get('task_1_2')).toMatchObject({ outputSchema: { required: ['params'] } });
    expect(steps.get('task_1_3')?.spec).toMatchObject({ params: {}, params_from: 'task_1_2' });
  });

  it('[TL56] its tables of fields and strategies are those of the contract', () => {
    const names = (title: string) => {
      const rows = page.slice(page.indexOf(title)).split('\n\n')[0]?.split('\n').slice(2) ?? [];
      return rows.flatMap((row) =>
        [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
      );
    };
    expect(names('| field | what it says |')).toEqual(Object.keys(subtaskRunFields));
    expect(new Set(names('| strategy | what happens |'))).toEqual(
      new Set(stepRung.shape.strategy.options),
    );
  });

  it('[TL56] its checks are checks', () => {
    const checks = blocks.filter(({ kind }) => kind.startsWith('check='));
    expect(checks).toHaveLength(3);
    for (const { kind, text } of checks) {
      const given = JSON.parse(text) as object;
      expect(checkParams(kind.slice('check='.length), given)).toMatchObject(given);
    }
  });

  it('[TL56] its tool shows, does once and takes back', async () => {
    const world = await ToolWorld.open();
    closing.push(() => world.close());
    const { lineAdd } = await moduleOf<{ lineAdd: Tool }>('tool', 'src/work/tools/', world.base);
    await world.file('list.txt', 'one\n');
    const before = world.tree();
    const params = { path: 'list.txt', line: 'two' };
    const shown = await previewTool(lineAdd, params, world.context());
    expect([shown.diff.includes('+two'), world.tree()]).toEqual([true, before]);
    for (const attempt of [1, 2])
      await runTool(lineAdd, params, world.context(undefined, { attempt }));
    expect(world.text('list.txt')).toBe('one\ntwo\n');
    await undoTool(lineAdd, { key: 'exec_1/step_1', params }, world.context('exec_1/step_1/undo'));
    expect(world.tree()).toBe(before);
  });

  it('[TL56] its mind learns from what the check found', async () => {
    const base = makeBase();
    const { mind } = await moduleOf<{ mind: Mind }>('mind', 'src/work/', base);
    const world = await openWork(mind, base);
    world.file('word.txt', '\n');
    const check = { key: 'text', performer: 'tool', action: 'check_file' } as const;
    await world.start('exec_1', [
      {
        def: {
          ...{ id: 'word_1', needs: [], performer: 'model', purpose: 'work', action: 'greet' },
          ...{ attempts_max: 3, timeout_ms: 60_000, tier: 1, ...effectsOf('file_write') },
          checks: [{ ...check, attempts_max: 2, timeout_ms: 60_000 }],
        },
        spec: {
          ...{ title: 'Greet', params: { path: 'word.txt' } },
          checks: { text: { params: { path: 'word.txt', contains: 'Good morning' } } },
        },
      },
    ]);
    expect(await world.ended('exec_1')).toBe('COMPLETED');
    expect((await world.row('exec_1', 'word_1'))?.attempt).toBe(2);
  });
});
