// planwright read NAME: a plan that ships with the package, by its name. It lies beside the program, so
// it is read from there, also where a server is named.
import { fileURLToPath } from 'node:url';
import { PlanwrightError } from '../base/errors.ts';
import { suggest } from '../base/suggest.ts';
import { type Plan, planSchema } from '../contract/plan.ts';
import { migratePlan } from '../contract/plan-versions.ts';
import { exampleFolder, openExamples } from '../examples.ts';
import type { Arguments } from './arguments.ts';
import { firstScreen } from './first-screen.ts';
import { type Io, printJson, widthOf } from './io.ts';
import { ownName } from './own-name.ts';

/** An id says so; any other word can only be the name of an example. */
export const isExampleName = (word: string): boolean => !word.startsWith('plan_');

async function unknown(name: string): Promise<PlanwrightError> {
  const names = (await openExamples().list()).map((example) => example.name);
  const near = suggest(name, names);
  const hint = near === undefined ? `Examples are: ${names.join(', ')}.` : `Did you mean ${near}?`;
  const message = `There is no plan or example ${name.slice(0, 60)}. ${hint} planwright list shows your own plans.`;
  return new PlanwrightError('not_found', message);
}

async function planOf(name: string): Promise<Plan> {
  const file = (await openExamples().files(name)).find(({ path }) => path === 'plan.json');
  if (!file) throw await unknown(name);
  return planSchema.parse(migratePlan(JSON.parse(Buffer.from(file.bytes).toString('utf8'))));
}

const fileOf = (name: string, file: string): string =>
  fileURLToPath(new URL(`${name}/${file}`, exampleFolder));

function moreLines(name: string): string[] {
  return [
    `Report, for a browser: ${fileOf(name, 'report.html')}`,
    `To have it as a plan of your own: ${ownName} import ${fileOf(name, 'plan.json')}`,
  ];
}

export async function readExample(name: string, args: Arguments, io: Io): Promise<number> {
  const plan = await planOf(name);
  if (args.words.length > 1) {
    const message = `An example is shown whole. Its parts can be read once it is yours: planwright import ${fileOf(name, 'plan.json')}`;
    throw new PlanwrightError('INVALID_ARGUMENTS', message);
  }
  if (args.flags.json) printJson(io, plan);
  else io.stdout.write(firstScreen(plan, widthOf(io), moreLines(name)));
  return 0;
}
