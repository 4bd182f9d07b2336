// What the shape of a playbook file cannot say: links that lead somewhere, parts that add up, slots
// that are known. Every problem is told with its place.
import { derivedValue, largestNumber } from './numbers-of.ts';
import type { PlaybookFile } from './playbook-file.ts';
import { looksOf, mostLooks } from './playbook-file-looks.ts';
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

const listsOf = ({ strong, weak, not, numbers, variants }: PlaybookFile) => [
  ...Object.entries({ strong, weak, not }).map(([place, lists]) => ({ place, lists })),
  ...numbers.map(({ counted }, n) => ({ place: `numbers[${n}].counted`, lists: counted })),
  ...variants.map(({ words }, v) => ({ place: `variants[${v}].words`, lists: words })),
];

function checkAllWords(file: PlaybookFile, say: Say): void {
  for (const { place, lists } of listsOf(file)) checkWords(place, lists, say);
  const patterns = listsOf(file).flatMap(({ lists }) => Object.values(lists ?? {}).flat());
  const looks = patterns.reduce((sum, pattern) => sum + looksOf(pattern), 0);
  if (looks > mostLooks)
    say(
      'words',
      `${patterns.length} patterns take ${looks} looks at each word of a goal; at most ${mostLooks}. Use fewer, above all of those with "*" between words`,
    );
  if (file.strong === undefined && file.name !== 'general')
    say('strong', 'is missing: without words that speak for it, this playbook is never chosen');
}

function ordered(place: string, values: readonly number[], say: Say): void {
  if (values.some((value, index) => index > 0 && value < (values[index - 1] ?? 0)))
    say(place, `${values.join(', ')}: low, likely and high must rise`);
}

/** What each number is where the goal does not tell it. */
function usualNumbers({ numbers }: PlaybookFile, say: Say): ReadonlyMap<string, number> {
  const usual = new Map<string, number>();
  numbers.forEach(({ key, derived, assumed }, index) => {
    const from = derived && usual.get(derived.from);
    if (derived && from !== undefined && from * derived.times > largestNumber)
      say(
        `numbers[${index}].derived`,
        `${from} times ${derived.times} is more than ${largestNumber}`,
      );
    const value = derived && from !== undefined ? derivedValue(from, derived.times) : assumed;
    usual.set(key, value);
  });
  return usual;
}

function checkMoney(file: PlaybookFile, say: Say): void {
  const usual = usualNumbers(file, say);
  const costs = [
    { place: 'cost', cost: file.cost },
    ...file.variants.map(({ cost }, v) => ({ place: `variants[${v}].cost`, cost })),
  ];
  for (const { place, cost } of costs) {
    if (!cost) continue;
    ordered(place, [cost.lowUsd, cost.baseUsd, cost.highUsd], say);
    if (cost.per === undefined) continue;
    const count = usual.get(cost.per);
    if (count === undefined) say(`${place}.per`, `"${cost.per}" is no number of this playbook`);
    else if (Math.max(cost.lowUsd, cost.baseUsd, cost.highUsd) * count > largestNumber)
      say(
        place,
        `${cost.highUsd} for each of ${count} "${cost.per}" is more than ${largestNumber} US dollars`,
      );
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

interface Text {
  readonly place: string;
  readonly text: string;
}

/** Every text but words, keys and the like, with its place. */
function textsIn(value: unknown, place: string): Text[] {
  if (typeof value === 'string') return [{ place, text: value }];
  if (Array.isArray(value)) return value.flatMap((one, i) => textsIn(one, `${place}[${i}]`));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, one]) =>
    textsIn(one, place === '' ? key : `${place}.${key}`),
  );
}

const slotsIn = (text: string): string[] =>
  [...text.matchAll(/\{([^{}]*)\}/g)].map(([, key = '']) => key);

/** Texts that reach the plan as they stand: what is in braces there would be left in it. */
function plainTexts({ label, costWhy, slots, numbers, variants, phases }: PlaybookFile): Text[] {
  const texts = {
    ...{ label, costWhy, slots },
    numbers: numbers.map(({ claim, unit, derived, confirm }) => ({
      ...{ claim, unit, confirm },
      derived: derived && { why: derived.why },
    })),
    variants: variants.map(({ name, slots: own }) => ({ name, slots: own })),
    phases: phases.map(({ tasks }) => ({ tasks: tasks.map(({ role }) => ({ role })) })),
  };
  return textsIn(texts, '');
}

function checkPlain(texts: readonly Text[], known: ReadonlySet<string>, say: Say): void {
  for (const { place, text } of texts) {
    const slot = /(?:^|\.)slots\.([a-z_]+)$/.exec(place)?.[1];
    const advice = slot === undefined ? '' : `; write it where {${slot}} stands`;
    for (const key of slotsIn(text))
      if (known.has(key)) say(place, `{${key}} is not filled here${advice}`);
      else say(place, `there is no slot {${key}}`);
  }
}

function checkSlots(file: PlaybookFile, say: Say): void {
  const { slots, numbers, variants, strong: _s, weak: _w, not: _n, cost: _c, ...texts } = file;
  const own = new Set([...Object.keys(slots), ...numbers.map(({ key }) => key)]);
  const known = new Set([...own, ...goalSlots]);
  for (const key of own)
    if (goalSlots.has(key)) say(`slots.${key}`, 'is filled from the goal; choose another name');
  variants.forEach((variant, index) => {
    for (const key of Object.keys(variant.slots ?? {}))
      if (!own.has(key))
        say(`variants[${index}].slots.${key}`, 'must also be in "slots", for all other variants');
  });
  const plain = plainTexts(file);
  checkPlain(plain, known, say);
  const told = new Set(plain.map(({ place }) => place));
  for (const { place, text } of textsIn(texts, ''))
    for (const key of told.has(place) ? [] : slotsIn(text))
      if (!known.has(key)) say(place, `there is no slot {${key}}`);
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
