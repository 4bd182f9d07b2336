// A server in a process of its own that carries out a story and dies at the n-th place where dying would
// hurt. Started again on the same data it goes on. Prints how the run ended.
import process from 'node:process';
import { WorkWorld } from '../support/work-world.ts';
import { minds, policyOf, type StoryName, storySteps } from './coding-story.ts';

const [base = '', story = '', run = '', death = ''] = process.argv.slice(2);
/** `7` is the seventh place at all, `undo:2` the second one from the first undo on. */
const [, mustUndo, dieAt] = /^(undo:)?(\d+)$/.exec(death) ?? [];
let passed = 0;
let undoes = false;
const pass = (): void => {
  if (mustUndo !== undefined && !undoes) return;
  passed += 1;
  if (passed === Number(dieAt)) process.kill(process.pid, 'SIGKILL');
};
const onStep = (step: string): void => {
  undoes ||= step.startsWith('undo_');
  pass();
};

const name = story as StoryName;
const world = await WorkWorld.open({ mind: minds[name], onPoint: pass, onStep }, base);
if ((await world.store.run(run)) === null)
  await world.start(run, storySteps(name), policyOf(world));
const status = await world.ended(run);
await world.close({ keep: true });
process.stdout.write(status);
