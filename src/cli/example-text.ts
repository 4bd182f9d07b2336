// The plans that ship, for people at a terminal: what each is, its dates, its money, its verdict.
import type { ExampleFigures } from '../contract/plan-read.ts';
import { ownName } from './own-name.ts';
import { amountText, decisions } from './plan-result.ts';
import { safeText } from './safe-text.ts';
import { wrapped } from './wrap.ts';

interface Shown {
  readonly name: string;
  readonly title: string;
  readonly figures: ExampleFigures | null;
}

const moneyText = ({ cost, budget, currency }: ExampleFigures): string =>
  `${amountText(cost)}${budget === null ? '' : ` of ${amountText(budget)}`} ${currency}`;

export function figuresText(figures: ExampleFigures | null): string {
  if (!figures) return 'no figures';
  const { start_date, finish_date, tasks, verdict } = figures;
  // Between commas it has none of its own.
  const said = verdict === null ? [] : [decisions[verdict].replace(',', '')];
  const dates = `${start_date} to ${finish_date}`;
  return [dates, `${tasks} tasks`, moneyText(figures), ...said].join(', ');
}

/** Two lines each: the word to type with its title, and the figures. */
export function exampleLines(examples: readonly Shown[]): string[] {
  const room = Math.max(0, ...examples.map(({ name }) => name.length));
  return examples.flatMap(({ name, title, figures }) => [
    `  ${name.padEnd(room)}  ${safeText(title, 60)}`,
    `    ${safeText(figuresText(figures), 90)}`,
  ]);
}

export function examplesText(answer: object, width: number): string {
  const { plans } = answer as { plans: readonly (Shown & { readonly summary: string })[] };
  const [first] = plans;
  if (!first) return 'No examples ship with this version. Make a plan: planwright plan "GOAL"\n';
  const lines = plans.flatMap(({ name, title, summary, figures }) => [
    `${name}: ${safeText(title, 200)}`,
    `  ${figuresText(figures)}`,
    ...wrapped(safeText(summary, 2_000), width),
    '',
  ]);
  return `${lines.join('\n')}To open one: ${ownName} read ${first.name}\n`;
}
