// planwright read PLAN [PART]: the first screen of a plan, a part of it, or the whole report. With --json
// the whole plan, or that part, as agents get it.
import type { Config } from '../base/config.ts';
import { isPlanwrightError, PlanwrightError } from '../base/errors.ts';
import type { Plan } from '../contract/plan.ts';
import { type PlanRead, planParts } from '../contract/plan-read.ts';
import { type Arguments, wordAt } from './arguments.ts';
import { type Caller, openCaller } from './caller.ts';
import { firstScreen } from './first-screen.ts';
import { humanText } from './human-text.ts';
import { type Io, printJson, widthOf } from './io.ts';
import { partText } from './part-text.ts';
import { asPerson } from './person.ts';
import { isExampleName, readExample } from './read-example.ts';
import { safeText } from './safe-text.ts';

interface Wish {
  readonly part: string;
  readonly path?: string;
}

const isPart = (word: string): boolean => (planParts as readonly string[]).includes(word);

/** Any other word is the name of a section: planwright read PLAN charter. */
function wishOf([, part, path]: readonly string[]): Wish | null {
  if (part === undefined) return null;
  if (part === 'report') return { part: 'file', path: 'report.md' };
  if (!isPart(part)) return { part: 'section', path: part };
  return { part, ...(path === undefined ? {} : { path }) };
}

/** All pages as one. */
async function readAll(caller: Caller, planId: string, wish: Wish): Promise<PlanRead> {
  const read = async (more: object): Promise<PlanRead> =>
    (await caller.call('plan_read', { plan_id: planId, ...wish, ...more })) as PlanRead;
  let whole = await read({});
  while (whole.next_cursor !== null) {
    const page = await read({ cursor: whole.next_cursor });
    whole = {
      ...whole,
      ...(whole.items ? { items: [...whole.items, ...(page.items ?? [])] } : {}),
      ...(whole.text === undefined ? {} : { text: whole.text + (page.text ?? '') }),
      next_cursor: page.next_cursor,
      next_action: page.next_action,
    };
  }
  return whole;
}

const lineChars = 100_000;

/** Text from outside: its lines, without what a terminal would take for a command. */
const textLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => {
      const [, indent = ''] = /^(\s*)/.exec(line) ?? [];
      return indent.replace(/[^ \t]/g, '') + safeText(line.slice(indent.length), lineChars);
    })
    .join('\n');

function humanPart({ value, items, text, part, path }: PlanRead): string {
  if (text !== undefined) return `${textLines(text).trimEnd()}\n`;
  const name = path ?? part;
  const list = items && items.length > 0 ? { [name]: items } : {};
  const shown: object = { ...value, ...list };
  return Object.keys(shown).length > 0
    ? humanText(shown)
    : `There ${name === 'reasoning' ? 'is' : 'are'} no ${name}.\n`;
}

/** A word that is neither a part nor a section is most likely a slip. */
function withParts(error: unknown, wish: Wish): unknown {
  if (!isPlanwrightError(error) || error.code !== 'file_not_found') return error;
  if (wish.part !== 'section') return error;
  const message = `${error.message} Parts are: report, ${planParts.join(', ')}.`;
  return new PlanwrightError(error.code, message);
}

async function show(caller: Caller, planId: string, args: Arguments, io: Io): Promise<void> {
  const wish = wishOf(args.words);
  if (!wish) {
    const plan = (await caller.call('plan_get', { plan_id: planId })) as Plan;
    if (args.flags.json) printJson(io, plan);
    else io.stdout.write(firstScreen(plan, widthOf(io)));
    return;
  }
  const read = await readAll(caller, planId, wish).catch((error: unknown) => {
    throw withParts(error, wish);
  });
  if (args.flags.json) printJson(io, read);
  else io.stdout.write(partText(read, widthOf(io)) ?? humanPart(read));
}

export async function runRead(args: Arguments, config: Config, io: Io): Promise<number> {
  const planId = wordAt(args, 0, 'read', 'plan_id');
  if (isExampleName(planId)) return readExample(planId, args, io);
  // Reasoning of models is a person's to read.
  const asked = wishOf(args.words)?.part === 'reasoning' ? await asPerson(config) : config;
  const caller = await openCaller(asked, { withWorker: false });
  try {
    await show(caller, planId, args, io);
    return 0;
  } finally {
    await caller.close();
  }
}
