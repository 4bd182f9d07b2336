// A server in a process of its own that carries out a story and dies at the n-th place where dying would
// hurt. Started again on the same data it goes on. Prints how the run ended and how many places it passed.
import process from 'node:process';
import { WorkWorld } from '../support/work-world.ts';
import { minds, policyOf, type StoryName, storySteps } from './coding-story.ts';

const [base = '', story = '', run = '', dieAt = '0'] = process.argv.slice(2);
let passed = 0;
const pass = (): void => {
  passed += 1;
  if (passed === Number(dieAt)) process.kill(process.pid, 'SIGKILL');
};

const name = story as StoryName;
const world = await WorkWorld.open({ mind: minds[name], onPoint: pass, onStep: pass }, base);
if ((await world.store.run(run)) === null)
  await world.start(run, storySteps(name), policyOf(world));
const status = await world.ended(run);
await world.close({ keep: true });
process.stdout.write(JSON.stringify({ status, passed }));
