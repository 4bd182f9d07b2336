// What the shape of a playbook file cannot say: links that lead somewhere, parts that add up, slots
// that are known. Every problem is told with its place.
import type { PlaybookFile } from './playbook-file.ts';
import { goalSlots } from './slots.ts';
import { patternProblem, type WordLists } from './word-list.ts';

type Say = (place: string, what: string) => void;
type Task = PlaybookFile['phases'][number]['tasks'][number];

interface Placed {
  readonly task: Task;
  readonly place: string;
}

const tasksOf = ({ phases }: PlaybookFile): Placed[] =>
  phases.flatMap(({ tasks }, p) =>
    tasks.map((task, t) => ({ task, place: `phases[${p}].tasks[${t}]` })),
  );

function checkWords(place: string, lists: WordLists | undefined, say: Say): void {
  for (const [language, list] of Object.entries(lists ?? {}))
    list.forEach((pattern, index) => {
      const problem = patternProblem(pattern);
      if (problem !== null) say(`${place}.${language}[${index}]`, `"${pattern}": ${problem}`);
    });
}

function checkAllWords(file: PlaybookFile, say: Say): void {
  for (const list of ['strong', 'weak', 'not'] as const) checkWords(list, file[list], say);
  for (const [n, { counted }] of file.numbers.entries())
    checkWords(`numbers[${n}].counted`, counted, say);
  for (const [v, { words }] of file.variants.entries())
    checkWords(`variants[${v}].words`, words, say);
  if (file.strong === undefined && file.name !== 'general')
    say('strong', 'is missing: without words that speak for it, this playbook is never chosen');
}

function ordered(place: string, values: readonly number[], say: Say): void {
  if (values.some((value, index) => index > 0 && value < (values[index - 1] ?? 0)))
    say(place, `${values.join(', ')}: low, likely and high must rise`);
}

function checkMoney(file: PlaybookFile, say: Say): void {
  const keys = file.numbers.map((number) => number.key);
  const costs = [
    { place: 'cost', cost: file.cost },
    ...file.variants.map(({ cost }, v) => ({ place: `variants[${v}].cost`, cost })),
  ];
  for (const { place, cost } of costs) {
    if (!cost) continue;
    ordered(place, [cost.lowUsd, cost.baseUsd, cost.highUsd], say);
    if (cost.per !== undefined && !keys.includes(cost.per))
      say(`${place}.per`, `"${cost.per}" is no number of this playbook`);
  }
  const always = tasksOf(file).filter(({ task }) => task.only === undefined);
  const sum = always.reduce((total, { task }) => total + (task.share ?? 0), 0);
  if (Math.abs(sum - 1) > 0.0005)
    say('phases', `the shares of tasks without "only" add up to ${sum.toFixed(3)}, not to 1`);
}

function checkNumbers({ numbers, slots }: PlaybookFile, say: Say): void {
  const seen = new Set<string>();
  numbers.forEach(({ key, derived }, index) => {
    const place = `numbers[${index}]`;
    if (seen.has(key) || Object.hasOwn(slots, key)) say(`${place}.key`, `"${key}" is used twice`);
    if (derived && !seen.has(derived.from))
      say(`${place}.derived.from`, `"${derived.from}" is no earlier number`);
    seen.add(key);
  });
}

/** In the order of the file a task needs only what is known; a loop is then what cannot be put in order. */
function checkLinks(tasks: readonly Placed[], say: Say): void {
  const keys = new Set(tasks.map(({ task }) => task.key));
  const done = new Set<string>();
  tasks.forEach(({ task, place }, index) => {
    if (tasks.findIndex((other) => other.task.key === task.key) !== index)
      say(`${place}.key`, `"${task.key}" is used twice`);
    (task.after ?? []).forEach((key, a) => {
      if (!keys.has(key)) say(`${place}.after[${a}]`, `"${key}" is no task of this playbook`);
    });
  });
  let open = tasks.filter(({ task }) => (task.after ?? []).every((key) => keys.has(key)));
  for (;;) {
    const ready = open.filter(({ task }) => (task.after ?? []).every((key) => done.has(key)));
    if (ready.length === 0) break;
    for (const { task } of ready) done.add(task.key);
    open = open.filter(({ task }) => !done.has(task.key));
  }
  const [first] = open;
  if (first && keys.size === tasks.length)
    say(`${first.place}.after`, `"${first.task.key}" waits for itself through its links`);
}

function checkTasks(file: PlaybookFile, say: Say): void {
  const tasks = tasksOf(file);
  checkLinks(tasks, say);
  for (const { task, place } of tasks) {
    ordered(`${place}.hours`, task.hours, say);
    if (task.tier === 'T3' && task.human !== true)
      say(`${place}.tier`, 'a T3 task cannot be undone, so it must be "human": true');
    if (task.optional && task.brief)
      say(place, 'cannot be both "optional" and "brief": the shortest plan keeps it');
  }
  if (tasks.length > 60) say('phases', `${tasks.length} tasks; at most 60`);
  if (!tasks.some(({ task }) => task.only === undefined))
    say('phases', 'every task has "only": some must always apply');
}

function checkFlags(file: PlaybookFile, say: Say): void {
  const known = new Set(file.variants.flatMap(({ flags = [] }) => flags));
  const wanting = [
    ...tasksOf(file).map(({ task, place }) => ({ place, only: task.only })),
    ...file.risks.map(({ only }, index) => ({ place: `risks[${index}]`, only })),
  ];
  for (const { place, only } of wanting)
    if (only !== undefined && !known.has(only))
      say(`${place}.only`, `no variant has the flag "${only}"`);
}

/** Every text but words, keys and the like, with its place. */
function textsIn(value: unknown, place: string): { place: string; text: string }[] {
  if (typeof value === 'string') return [{ place, text: value }];
  if (Array.isArray(value)) return value.flatMap((one, i) => textsIn(one, `${place}[${i}]`));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, one]) =>
    textsIn(one, place === '' ? key : `${place}.${key}`),
  );
}

function checkSlots(file: PlaybookFile, say: Say): void {
  const { slots, numbers, variants, strong: _s, weak: _w, not: _n, cost: _c, ...texts } = file;
  const own = new Set([...Object.keys(slots), ...numbers.map(({ key }) => key)]);
  for (const key of own)
    if (goalSlots.has(key)) say(`slots.${key}`, 'is filled from the goal; choose another name');
  variants.forEach((variant, index) => {
    for (const key of Object.keys(variant.slots ?? {}))
      if (!own.has(key))
        say(`variants[${index}].slots.${key}`, 'must also be in "slots", for all other variants');
  });
  for (const { place, text } of textsIn(texts, ''))
    for (const [, key = ''] of text.matchAll(/\{([^{}]*)\}/g))
      if (!own.has(key) && !goalSlots.has(key)) say(place, `there is no slot {${key}}`);
}

export function playbookProblems(file: PlaybookFile): string[] {
  const problems: string[] = [];
  const say: Say = (place, what) => problems.push(`${place}: ${what}`);
  checkAllWords(file, say);
  checkMoney(file, say);
  checkNumbers(file, say);
  checkTasks(file, say);
  checkFlags(file, say);
  checkSlots(file, say);
  return problems;
}
