// planwright inbox: what waits for a person, one under the other, each with the command that settles it.
import type { Config } from '../base/config.ts';
import type { InboxItem } from '../contract/approvals.ts';
import { type Arguments, textFlag } from './arguments.ts';
import { openCaller } from './caller.ts';
import { type Io, printJson } from './io.ts';
import { asPerson } from './person.ts';
import { safeText } from './safe-text.ts';

const maxTextChars = 300;

export function itemLines(item: InboxItem): string[] {
  const late = `${item.overdue ? ' · OVERDUE' : ''}${item.yours ? ' · you have it' : ''}`;
  return [
    `${item.kind.padEnd(10)}${safeText(item.title, 100)}${late}`,
    `          ${safeText(item.plan_title, 80)} · since ${item.opened_at} · due ${item.due_at}`,
    ...(item.text === item.title ? [] : [`          ${safeText(item.text, maxTextChars)}`]),
    `          ${item.settle.command}`,
  ];
}

export async function runInbox(args: Arguments, config: Config, io: Io): Promise<number> {
  const limit = textFlag(args, 'limit');
  const cursor = textFlag(args, 'cursor');
  const only = textFlag(args, 'only');
  const input = {
    ...(only === undefined ? {} : { only }),
    ...(limit === undefined ? {} : { limit }),
    ...(cursor === undefined ? {} : { cursor }),
  };
  const caller = await openCaller(await asPerson(config));
  try {
    const answer = (await caller.call('inbox_list', input)) as {
      items: InboxItem[];
      next_cursor: string | null;
    };
    if (args.flags.json) printJson(io, answer);
    else if (answer.items.length === 0) io.stdout.write('Nothing waits for you.\n');
    else
      io.stdout.write(`${answer.items.map((item) => itemLines(item).join('\n')).join('\n\n')}\n`);
    if (!args.flags.json && answer.next_cursor !== null) {
      io.stdout.write(`\nThere is more: planwright inbox --cursor ${answer.next_cursor}\n`);
    }
    return 0;
  } finally {
    await caller.close();
  }
}
