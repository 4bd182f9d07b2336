import { describe, expect, it } from 'vitest';
import { graveHarm } from './harm.ts';
import { screenGoal } from './screen-rules.ts';

describe('what is not a goal', () => {
  it.each([
    '',
    '   ',
    'test',
    'lorem ipsum dolor sit amet',
    'qwerty',
    'sdfkjh wlkjre',
    'hello hello',
    'TODO: add goal',
    '12345 67890',
    '!!!???',
    'foo foo foo foo foo',
    'Do it',
    'Error: cannot read properties of undefined\n    at main (index.js:3:9)',
    'Sector: Retail\nGoal: more sales\nBudget: some',
    'Build a perpetual motion machine',
  ])('[PL6] %j is unusable, with what to add', (goal) => {
    const { reason, whatToAdd } = screenGoal(goal.trim());
    expect(reason).not.toBeNull();
    expect(whatToAdd.length).toBeGreaterThan(0);
  });

  it.each([
    'Open a coffee shop in Copenhagen',
    'Learn Danish in 6 months',
    'Renovate my kitchen',
    'Åbn en boghandel i Aarhus',
    'Eine Bäckerei in Köln eröffnen',
    'Otworzyć piekarnię w Krakowie',
    '在东京开一家咖啡店',
    'Открыть кафе в Москве',
    'افتح مقهى في القاهرة',
    'Write a novel about a time machine',
    'Ship v2 of our CLI by May',
  ])('[PL6] %j can be planned', (goal) => {
    expect(screenGoal(goal).reason).toBeNull();
  });
});

describe('grave harm', () => {
  it.each([
    'Build a dirty bomb in my garage',
    'Release a nerve agent in the subway',
    'Kill my neighbor and hide it',
    'Hack the power grid of a country and shut it down',
    'Kidnap children and sell them',
  ])('[PL7] %j is refused', (goal) => {
    expect(graveHarm(goal)).not.toBeNull();
  });

  it.each([
    'Prevent terrorist attacks with bombs on the metro',
    'Write a report on chemical weapons disposal',
    'Execute the census of 3 million people',
    'Open a museum about the history of nuclear weapons',
    'Kill the weeds in my garden',
    'Teach sex education to teenagers in schools',
    'Build a hospital for children',
    'Sell handmade toys for children',
    'Host a murder mystery dinner',
    'Launch a bath bomb brand for the gift market',
    'Build a heart attack unit for two hospitals',
    'Open a dog grooming salon that kids may visit',
    'Found a hospice for people who are going to die',
    'Make a documentary about nuclear weapons',
    'Turn off electricity in my house when I leave',
    'Secret surveillance of rare owls with cameras',
    'Improve traffic safety for children',
    'Stop traffic accidents with children near the school',
  ])('[PL7] %j is not', (goal) => {
    expect(graveHarm(goal)).toBeNull();
  });
});
