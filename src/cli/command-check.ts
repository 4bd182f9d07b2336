// planwright check "goal": what the rules read of it and would ask, before anything is made.
import type { Config } from '../base/config.ts';
import { PlanwrightError } from '../base/errors.ts';
import type { PromptCheck } from '../contract/prompt-check.ts';
import { type Arguments, textFlag } from './arguments.ts';
import { openCaller } from './caller.ts';
import { inCommands } from './command-words.ts';
import { type Io, printJson, widthOf } from './io.ts';
import { jsonOf } from './policy-flag.ts';
import { safeText } from './safe-text.ts';
import { wrapped } from './wrap.ts';

const titles: Readonly<Record<PromptCheck['verdict'], string>> = {
  usable: 'This can be planned.',
  confirm: 'Is this meant so?',
  unusable: 'This cannot be planned as it stands.',
  refused: 'This is not planned.',
};

const row = (name: string, value: string): string[] =>
  value === '' ? [] : [`  ${name.padEnd(10)}${safeText(value, 400)}`];

function readLines({ read }: PromptCheck): string[] {
  const budget = read.budget
    ? `${read.budget.amount.toLocaleString('en')} ${read.budget.currency}${read.budget.certain ? '' : ' (a guess)'}`
    : '';
  const span = ({ first, last }: { first: string; last: string }) =>
    first === last ? first : `${first} to ${last}`;
  return [
    ...row('about', read.subject),
    ...row('language', read.language),
    ...row('budget', budget),
    ...row('amounts', read.amounts.map(({ text }) => text).join('; ')),
    ...row('deadline', read.deadline ? `${read.deadline.date} (“${read.deadline.text}”)` : ''),
    ...row('dates', read.dates.map((date) => `“${date.text}” = ${span(date)}`).join('; ')),
    ...row('spans', read.durations.map(({ text }) => text).join('; ')),
    ...row('places', read.places.map(({ name }) => name).join('; ')),
    ...row('counts', read.counts.map(({ text }) => text).join('; ')),
    ...row('bans', read.bans.join('; ')),
  ];
}

export function checkText(answer: PromptCheck, width: number): string {
  const { verdict, reason, questions, what_to_add: add, findings, next_action: next } = answer;
  const noted = findings.filter(
    ({ kind }) => kind === 'guess' || kind === 'typo' || kind === 'over_specified',
  );
  const part = (title: string, lines: readonly string[]): string[] =>
    lines.length > 0 ? ['', title, ...lines] : [];
  const listed = (lines: readonly string[]): string[] =>
    lines.flatMap((line) => wrapped(`- ${safeText(line, 600)}`, width));
  const lines = [
    `${titles[verdict]}${verdict === 'usable' ? '' : ` ${safeText(reason, 500)}`}`,
    ...part('Read from it', readLines(answer)),
    ...part('To know', listed(noted.map(({ message }) => message))),
    ...part('Add', listed(add)),
    ...part('Questions', listed(questions.map(({ question, why }) => `${question} ${why}`))),
    '',
    ...wrapped(inCommands(next), width),
  ];
  return `${lines.join('\n')}\n`;
}

const answersHint = '--answers is a JSON object: {"budget": "5,000 EUR", "place": "Lyon"}.';

export async function runCheck(args: Arguments, config: Config, io: Io): Promise<number> {
  const prompt = args.words.join(' ').trim();
  if (prompt === '') {
    const message =
      'Say which goal to look at: planwright check "Open a coffee shop in Copenhagen"';
    throw new PlanwrightError('INVALID_ARGUMENTS', message);
  }
  const answers = textFlag(args, 'answers');
  const caller = await openCaller(config, { withWorker: false });
  try {
    const input = {
      prompt,
      ...(answers === undefined ? {} : { answers: jsonOf(answers, answersHint) }),
    };
    const answer = (await caller.call('prompt_check', input)) as PromptCheck;
    if (args.flags.json) printJson(io, answer);
    else io.stdout.write(checkText(answer, widthOf(io)));
    return answer.verdict === 'usable' ? 0 : 1;
  } finally {
    await caller.close();
  }
}
