// The check of a goal for people: what the rules read of it and would ask, before anything is made.
import type { PromptCheck } from '../contract/prompt-check.ts';
import { inCommands } from './command-words.ts';
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
