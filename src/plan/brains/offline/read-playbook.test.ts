import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shippedPlaybooks } from './playbooks/index.ts';
import { readPlaybook } from './read-playbook.ts';
import { goalSlots } from './slots.ts';

type Json = Record<string, unknown>;
const { general, playbooks } = shippedPlaybooks();
const guide = readFileSync(new URL('../../../../docs/playbooks.md', import.meta.url), 'utf8');
const exampleText = /```json\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
const example = () => JSON.parse(exampleText) as Json;
const problemsOf = (file: Json) => readPlaybook(JSON.stringify(file)).problems ?? [];
const taskOf = (file: Json, phase: number, task: number) =>
  (file.phases as { tasks: Json[] }[])[phase]?.tasks[task] as Json;

const numberOf = (file: Json) => (file.numbers as Json[])[0] as Json;
const addNumber = (file: Json, more: Json) =>
  (file.numbers as Json[]).push({ ...numberOf(file), ...more });

/** So many patterns, in lists as long as one may be. */
function listsOf(pattern: (n: number) => string, count: number): Record<string, string[]> {
  const all = Array.from({ length: count }, (_, n) => pattern(n));
  const code = (n: number) => `x${String.fromCharCode(97 + (n % 26))}${n < 26 ? '' : 'x'}`;
  const lists = Array.from({ length: Math.ceil(count / 300) }, (_, n) => n);
  return Object.fromEntries(lists.map((n) => [code(n), all.slice(n * 300, n * 300 + 300)]));
}

function changed(change: (file: Json) => void): readonly string[] {
  const file = example();
  change(file);
  return problemsOf(file);
}

describe('a playbook file', () => {
  it('[PB1] becomes a playbook with a digest of its content, not of its layout', () => {
    const { playbook } = readPlaybook(exampleText);
    expect(playbook).toMatchObject({ name: 'beekeeping', version: 1 });
    expect(readPlaybook(JSON.stringify(example())).playbook?.digest).toBe(playbook?.digest);
    const other = readPlaybook(JSON.stringify({ ...example(), version: 2 })).playbook;
    expect(other?.digest).not.toBe(playbook?.digest);
  });

  it.each<[string, string, (file: Json) => void]>([
    [
      'an unknown field',
      'phases[1].tasks[0]: unknown field "titel"',
      (f) => {
        taskOf(f, 1, 0).titel = 'x';
      },
    ],
    [
      'a link to nothing',
      'phases[1].tasks[0].after[0]: "curse" is no task',
      (f) => {
        taskOf(f, 1, 0).after = ['curse'];
      },
    ],
    [
      'a loop',
      'phases[0].tasks[0].after: "course" waits for itself',
      (f) => {
        taskOf(f, 0, 0).after = ['buy'];
      },
    ],
    [
      'a key twice',
      'phases[1].tasks[0].key: "course" is used twice',
      (f) => {
        taskOf(f, 1, 0).key = 'course';
      },
    ],
    [
      'shares that do not add up',
      'add up to 0.600, not to 1',
      (f) => {
        taskOf(f, 1, 0).share = 0.5;
      },
    ],
    [
      'an unknown slot',
      'phases[0].tasks[0].title: there is no slot {thng}',
      (f) => {
        taskOf(f, 0, 0).title = 'Learn {thng}';
      },
    ],
    [
      'a slot of the goal',
      'slots.thing: is filled from the goal',
      (f) => {
        f.slots = { thing: 'x', spot: 'y' };
      },
    ],
    [
      'hours that fall',
      'phases[0].tasks[0].hours: 9, 8, 24: low, likely',
      (f) => {
        taskOf(f, 0, 0).hours = [9, 8, 24];
      },
    ],
    [
      'a flag nobody has',
      'phases[0].tasks[1].only: no variant has the flag "cellar"',
      (f) => {
        taskOf(f, 0, 1).only = 'cellar';
      },
    ],
    [
      'T3 for an agent',
      'phases[1].tasks[0].tier: a T3 task',
      (f) => {
        Object.assign(taskOf(f, 1, 0), { tier: 'T3', human: false });
      },
    ],
    [
      'a regular expression',
      'strong.en[0]: "(a+)+$"',
      (f) => {
        f.strong = { en: ['(a+)+$'] };
      },
    ],
    [
      'no words',
      'strong: is missing',
      (f) => {
        delete f.strong;
      },
    ],
    [
      'an unknown number',
      'cost.per: "bees" is no number',
      (f) => {
        f.cost = { lowUsd: 1, baseUsd: 2, highUsd: 3, per: 'bees' };
      },
    ],
    [
      'a cost beyond reckoning',
      'cost: 10000000000000 for each of 1000000000 "hives"',
      (f) => {
        f.cost = { lowUsd: 1, baseUsd: 2, highUsd: 1e13, per: 'hives' };
        numberOf(f).assumed = 1e9;
      },
    ],
    [
      'such a cost of a variant',
      'variants[0].cost: 100000000000 for each of 20000 "frames" is more than 1000000000000000',
      (f) => {
        addNumber(f, { key: 'frames', derived: { from: 'hives', times: 1e4, why: 'many each' } });
        const [variant] = f.variants as Json[];
        Object.assign(variant ?? {}, {
          cost: { lowUsd: 1, baseUsd: 2, highUsd: 1e11, per: 'frames' },
        });
      },
    ],
    [
      'a chain of numbers beyond reckoning',
      'numbers[3].derived: 2000000000000 times 1000000 is more than 1000000000000000',
      (f) => {
        const times = 1e6;
        addNumber(f, { key: 'frames', derived: { from: 'hives', times, why: 'many each' } });
        addNumber(f, { key: 'cells', derived: { from: 'frames', times, why: 'many each' } });
        addNumber(f, { key: 'bees', derived: { from: 'cells', times, why: 'many each' } });
      },
    ],
    [
      'a slot in a slot that does not exist',
      'slots.spot: there is no slot {nope}',
      (f) => {
        f.slots = { spot: 'a spot{nope}' };
      },
    ],
    [
      'a slot in a slot, where none is filled',
      'slots.spot: {in_place} is not filled here; write it where {spot} stands',
      (f) => {
        f.slots = { spot: 'a spot{in_place}' };
      },
    ],
    [
      'a slot in a slot of a variant',
      'variants[0].slots.spot: there is no slot {nope}',
      (f) => {
        const [variant] = f.variants as Json[];
        Object.assign(variant ?? {}, { slots: { spot: 'a roof{nope}' } });
      },
    ],
    [
      'a slot in a text that stands as it is',
      'numbers[0].claim: {the_thing} is not filled here',
      (f) => {
        numberOf(f).claim = 'Hives of {the_thing}';
      },
    ],
    [
      'more words than can be looked for in time',
      'words: 9012 patterns take 270014 looks at each word of a goal; at most 3000',
      (f) => {
        f.strong = listsOf((n) => `* a* * z${n}`, 9_000);
      },
    ],
    [
      'a wrong language',
      'strong.english: a language code',
      (f) => {
        f.strong = { english: ['bee'] };
      },
    ],
    [
      'two options',
      'levers[0].options:',
      (f) => {
        (f.levers as { options: unknown[] }[])[0]?.options.pop();
      },
    ],
  ])('[PB4] %s is refused with its place', (_, said, change) => {
    expect(changed(change).join('\n')).toContain(said);
  });

  it('[PB4] what is no JSON, or too large, is said', () => {
    expect(readPlaybook('{').problems?.join()).toContain('It is not JSON');
    expect(readPlaybook(' '.repeat(400_001)).problems?.join()).toContain('400000');
    expect(problemsOf({ ...example(), questions: Array(500).fill('x') }).join()).toContain(
      'questions',
    );
  });

  it('[PB4] a slot where none is filled is told once', () => {
    const problems = changed((f) => {
      taskOf(f, 0, 0).role = 'Keeper{nope}';
    });
    expect(problems).toEqual(['phases[0].tasks[0].role: there is no slot {nope}']);
  });

  it('[PB4] at most twenty problems are told, and how many more there are', () => {
    const problems = changed((f) => {
      taskOf(f, 0, 0).title = '{a}'.repeat(40);
    });
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toBe('and 20 more');
  });
});

const all = [...playbooks, general];

describe('the playbooks that ship', () => {
  it('[PB5] there is one for each of these kinds', () => {
    expect(all.map(({ name }) => name)).toEqual([
      'construction-or-renovation',
      'content-or-publication',
      'event',
      'hardware-product',
      'marketing-campaign',
      'open-a-physical-business',
      'organisation-change',
      'personal-errand',
      'personal-project',
      'public-programme',
      'relocation-or-travel',
      'research-or-study',
      'sales-prospecting',
      'software-product',
      'general',
    ]);
  });

  it.each(all)('[PB5] $name has all that stages may ask for', (playbook) => {
    for (const field of ['levers', 'related', 'experts', 'failures', 'deliverables'] as const)
      expect(playbook[field]?.length).toBeGreaterThan(0);
    expect(playbook.swot?.threats.length).toBeGreaterThan(0);
    expect(playbook.documents?.write.length).toBeGreaterThan(0);
    const tasks = playbook.phases.flatMap((phase) => phase.tasks);
    expect(Object.keys(playbook.roles ?? {})).toEqual(
      expect.arrayContaining([...new Set(tasks.map(({ role }) => role))]),
    );
    const brief = tasks.filter((task) => task.brief);
    expect(brief.length).toBeGreaterThan(2);
    expect(brief.length).toBeLessThan(tasks.length);
  });

  it.each(playbooks)(
    '[PB6] $name speaks English, German, French, Spanish and Danish',
    (playbook) => {
      const file = JSON.parse(
        readFileSync(new URL(`./playbooks/${playbook.name}.json`, import.meta.url), 'utf8'),
      ) as { strong: Record<string, string[]> };
      for (const language of ['en', 'de', 'fr', 'es', 'da'])
        expect(file.strong[language]?.length, language).toBeGreaterThan(3);
    },
  );

  it('[PB7] the guide tells every slot of the goal', () => {
    const table = guide.slice(guide.indexOf('## Slots'));
    for (const slot of goalSlots) expect(table).toContain(`{${slot}}`);
  });
});
