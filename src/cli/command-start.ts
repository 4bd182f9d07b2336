// planwright without a command: what there is and what to do next, on one screen of 24 lines. At a
// terminal it asks for a goal; elsewhere it says the same and ends.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../base/config.ts';
import { isPlanwrightError } from '../base/errors.ts';
import type { PlanListRow } from '../contract/plans.ts';
import { openExamples } from '../examples.ts';
import { linkModels } from '../model-link.ts';
import type { Example } from '../operations/example-shelf.ts';
import type { Arguments } from './arguments.ts';
import { askLine } from './ask-line.ts';
import { openCaller } from './caller.ts';
import { fitCells } from './cells.ts';
import { exampleLines } from './example-text.ts';
import { type Io, printJson, widthOf } from './io.ts';
import { ownName } from './own-name.ts';
import { safeText } from './safe-text.ts';

const goalToTry = 'Open a bakery in Lyon by October 2027 for 60,000 EUR';
const plansShown = 3;

interface Place {
  readonly plans: readonly PlanListRow[];
  readonly examples: readonly Example[];
  /** How many models would be asked. */
  readonly models: number;
}

/** Somebody who only looks leaves no data folder behind. */
const hasData = ({ url, database, dataDir }: Config): boolean =>
  url !== null || database !== null || existsSync(join(dataDir, 'planwright.db'));

async function newestPlans(config: Config): Promise<readonly PlanListRow[]> {
  if (!hasData(config)) return [];
  const caller = await openCaller(config, { withWorker: false });
  try {
    const answer = await caller.call('plan_list', { limit: plansShown });
    return (answer as { plans: readonly PlanListRow[] }).plans;
  } finally {
    await caller.close();
  }
}

async function look(config: Config): Promise<Place> {
  const { config: models } = linkModels(config);
  return {
    plans: await newestPlans(config),
    examples: await openExamples().list(),
    models: models.profiles[models.defaultProfile].length,
  };
}

function planLines(plans: readonly PlanListRow[]): string[] {
  const rows = plans.map(
    ({ plan_id, state, title }) => `  ${plan_id}  ${state}  ${safeText(title, 120)}`,
  );
  return [
    'Your newest plans',
    ...rows,
    `  ${ownName} read PLAN opens one, ${ownName} list shows all`,
    '',
  ];
}

function shelfLines({ plans, examples }: Place): string[] {
  const [first] = examples;
  if (!first) return plans.length > 0 ? planLines(plans) : [];
  if (plans.length > 0) {
    const names = examples.map(({ name }) => name).join(', ');
    return [...planLines(plans), `Examples: ${names}`, ''];
  }
  const open = `  ${ownName} read ${first.name}   opens it`;
  return ['Plans to look at', ...exampleLines(examples), open, ''];
}

const thinker = (models: number): string =>
  models > 0 ? 'models think it through' : 'no key needed: rules make it in seconds';

const nextLines = ({ host, port }: Config): string[] => {
  const commands = [
    ['serve', `the page, at http://${host}:${port}`],
    ['demo', 'see a plan being carried out, in a minute'],
    ['import FILE', 'bring a plan that you have'],
    ['doctor', 'add a model, or let the agent think that calls'],
    ['--help', 'all commands'],
  ] as const;
  return ['Next', ...commands.map(([name, what]) => `  ${ownName} ${name.padEnd(13)}${what}`)];
};

function startText(place: Place, config: Config, width: number): string {
  const lines = [
    'Planwright turns a goal in plain words into a checked plan, and runs it.',
    '',
    ...shelfLines(place),
    `A plan of your own (${thinker(place.models)})`,
    `  ${ownName} plan "${goalToTry}"`,
    '',
    ...nextLines(config),
  ];
  return `${lines.map((line) => fitCells(line, width)).join('\n')}\n`;
}

export interface Terminal {
  /** Null where nobody sits at one. */
  readonly ask: ((question: string) => Promise<string>) | null;
  readonly plan: (goal: string) => Promise<number>;
}

function ownTerminal(args: Arguments, config: Config, io: Io): Terminal {
  const isOne = process.stdin.isTTY === true && process.stdout.isTTY === true;
  return {
    ask: isOne ? askLine : null,
    async plan(goal) {
      const { runPlan } = await import('./command-plan.ts');
      return runPlan({ ...args, words: [goal] }, config, io);
    },
  };
}

/** A goal that cannot be planned is said better the next time; anything else ends it. */
async function planTyped({ ask, plan }: Terminal, io: Io): Promise<number> {
  if (!ask) return 0;
  io.stdout.write('\n');
  for (;;) {
    const goal = (await ask('Your goal (Enter alone leaves): ')).trim();
    if (goal === '') return 0;
    try {
      return await plan(goal);
    } catch (error) {
      if (!isPlanwrightError(error) || error.code !== 'generation_failed') throw error;
      io.stderr.write(`${error.message}\n`);
    }
  }
}

export async function runStart(
  args: Arguments,
  config: Config,
  io: Io,
  terminal: Terminal = ownTerminal(args, config, io),
): Promise<number> {
  const place = await look(config);
  if (args.flags.json) {
    const { plans, examples, models } = place;
    printJson(io, { plans, examples, models, next: `planwright plan "${goalToTry}"` });
    return 0;
  }
  io.stdout.write(startText(place, config, widthOf(io)));
  return planTyped(terminal, io);
}
