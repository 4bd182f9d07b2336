// How plans by rules speak of a goal and fill its time, whatever language it is in.
import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../contract/plan.ts';
import { choosePlaybook } from './choose-playbook.ts';
import { leftOut } from './rules/result-words.ts';
import { runOffline } from './run-offline.ts';
import { readSubject } from './subject.ts';

/** Whole plans are made here. */
const patient = { timeout: 60_000 };

const kept = new Map<string, Promise<Plan>>();

async function make(goal: string): Promise<Plan> {
  const intake = { planId: 'plan_words', goal, startDate: '2026-11-16' };
  const { outputs } = await runOffline({ ...intake, detail: 'standard', brain: 'offline' });
  return outputs.plan as Plan;
}

function planOf(goal: string): Promise<Plan> {
  const known = kept.get(goal) ?? make(goal);
  kept.set(goal, known);
  return known;
}

const titlesOf = ({ phases }: Plan): string[] =>
  phases.flatMap(({ name, tasks }) => [name, ...tasks.map(({ title }) => title)]);

const noise =
  'Réduire de 20 % le bruit dans les cantines de Namur avant juin 2028, budget 400 000 EUR';
const bakery =
  'Open a small bakery with a café in Graz by June 2027 for EUR 90,000 without bank loans.';
const party = 'Jubiläum für 120 Gäste in Linz am 12. Juni 2027, 15.000 EUR';

describe('the words of a goal in its plan', patient, () => {
  it('[OF71] titles have the short name, and none has the whole sentence', async () => {
    const titles = titlesOf(await planOf(noise));
    expect(titles.filter((title) => title.includes('“bruit dans les cantines”')).length > 5).toBe(
      true,
    );
    expect(titles.filter((title) => /Réduire|juin|avant/u.test(title))).toEqual([]);
    const ofParty = titlesOf(await planOf(party));
    expect(ofParty.join('\n')).toContain('the “Jubiläum”');
    expect(ofParty.filter((title) => title.includes('Gäste'))).toEqual([]);
  });

  it.each([
    ['Keep goats behind our school', 'keep', 'goats behind our school'],
    ['Roll out new badges to 40 guards', 'roll out', 'badges'],
    ['Trim paper use in the town hall by a third', 'trim', 'paper use'],
    ['Clean up the river bank', 'clean up', 'river bank'],
    ['Modernize parish registers', 'modernize', 'parish registers'],
    ['Wedding party in Bath by 3 May 2027', '', 'Wedding party'],
  ])('[OF72] an order is told from a thing: %s', (goal, verb, thing) => {
    expect(readSubject(goal)).toMatchObject({ verb, thing });
  });

  it.each([
    ['Open a small bakery with a café in Graz', 'bakery'],
    ['Open a café with a bakery in Graz', 'coffee shop'],
    ['Eine Buchhandlung mit Café in Wels eröffnen', 'retail shop'],
    ['Open a hotel with a restaurant and a bar', 'lodging'],
    ['Mit zwei Kindern von Wels nach Graz umziehen', 'move'],
  ])('[OF73] what is named first decides the kind: %s', (goal, variant) => {
    expect(choosePlaybook(goal).variant).toBe(variant);
  });

  it.each([
    'Reduce noise in the schools of Bergen by 2029',
    'Lärm an Grundschulen in Bern bis 2029 senken',
    'Réduire le bruit dans les crèches de Namur',
    'Reducir el ruido en los colegios de Huesca',
    'Nedbring støjen i børnehaver i Ribe',
    'Forebygge fald blandt ældre i Skive',
    'Lutter contre le tabagisme des jeunes dans les quartiers de Metz',
    'Mejorar la salud dental de las personas mayores en Lugo',
  ])('[OF74] a public programme is seen by what it changes for whom: %s', (goal) => {
    expect(choosePlaybook(goal).name).toBe('public-programme');
  });

  it('[OF75] the result comes first, and what is left out is a thing', async () => {
    const { executive_summary, charter } = await planOf(bakery);
    expect(executive_summary?.situation).toContain(
      'It is done when this holds: The small bakery in Graz is open by 2027-06-30; no more than EUR 90,000 is spent.',
    );
    expect(charter?.out_of_scope).toEqual(['bank loans']);
    expect(executive_summary?.approach).toContain('Left out on purpose: bank loans.');
  });

  it.each([
    ['Do not use stock pictures', 'using stock pictures'],
    ['Never cut trees', 'cutting trees'],
    ['ohne Schulden', 'Schulden'],
    ['pas d’alcool', 'alcool'],
    ['No flights', 'flights'],
  ])('[OF75] “%s” leaves out “%s”', (ban, thing) => {
    expect(leftOut(ban)).toBe(thing);
  });

  it.each([noise, bakery, party])('[OF76] the last task delivers the intent: %s', async (goal) => {
    const { directives = [], adherence = [] } = await planOf(goal);
    const intent = directives.find(({ kind }) => kind === 'intent');
    expect(adherence.find(({ directive }) => directive === intent?.id)?.verdict).toBe('kept');
  });
});

describe('the time of a goal in its plan', patient, () => {
  it('[OF77] work that lasts fills the time until the deadline, and what prepares it does not', async () => {
    const plan = await planOf(noise);
    expect(plan.finish_date > '2027-09-01').toBe(true);
    expect(plan.finish_date <= '2028-05-31').toBe(true);
    const tasks = plan.phases.flatMap((phase) => phase.tasks);
    const days = tasks.map(({ start_date, finish_date }) =>
      Math.round((Date.parse(finish_date) - Date.parse(start_date)) / 86_400_000),
    );
    const longest = tasks[days.indexOf(Math.max(...days))];
    expect(longest?.title).toMatch(/^Deliver/u);
    expect(JSON.stringify(plan.guesses)).toMatch(/“Deliver[^”]*.* is made [\d.]+ times as long/u);
  });

  it('[OF77] what people want early ends early', async () => {
    const { finish_date } = await planOf(bakery);
    expect(finish_date < '2027-04-01').toBe(true);
  });

  it('[OF77] a goal of no known kind fills its time only with money for it', async () => {
    const rich = await planOf('Bring the storks back to the valley by June 2028 for EUR 400,000');
    const poor = await planOf('Bring the storks back to the valley by June 2028 for EUR 4,000');
    expect(rich.executive_summary?.situation).toContain(
      'Wanted: Bring the storks back to the valley.',
    );
    expect([rich.playbook?.name, poor.playbook?.name]).toEqual(['general', 'general']);
    expect(rich.finish_date > '2027-09-01').toBe(true);
    expect(poor.finish_date < '2027-06-01').toBe(true);
  });
});
