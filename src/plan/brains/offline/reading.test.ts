import { describe, expect, it } from 'vitest';
import { danish } from '../../../../test/support/readings/da.ts';
import { german } from '../../../../test/support/readings/de.ts';
import { english } from '../../../../test/support/readings/en.ts';
import { spanish } from '../../../../test/support/readings/es.ts';
import { french } from '../../../../test/support/readings/fr.ts';
import { type ReadingCase, readingStart } from '../../../../test/support/readings/reading-case.ts';
import { readGoal } from '../../stages/facts.ts';
import { readAmounts } from './amounts.ts';
import { languageOf } from './language.ts';

/** What was read, in the notation of the tables; bans only those that the table asks for. */
function readAs(goal: string, expected: readonly string[]): string[] {
  const facts = readGoal({ planId: 'plan_r1', goal, startDate: readingStart });
  const of = (kind: string) => facts.facts.filter((fact) => fact.kind === kind);
  const currencies = new Map(of('money').map((fact) => [fact.text, fact.unit]));
  const amounts = readAmounts(facts.goal).map(
    ({ low, high, text }) => `${currencies.get(text)} ${low === high ? low : `${low}-${high}`}`,
  );
  const { avoid, bannedWords } = facts.requirements;
  const banned = [...avoid, ...bannedWords].join('\n');
  return [
    ...amounts,
    ...of('date').map((fact) => `@${String(fact.value).replace('/', '..')}`),
    ...(facts.deadline ? [`due ${facts.deadline.date}`] : []),
    ...of('duration').map((fact) => `~${fact.value} ${fact.unit}`),
    ...of('place').map((fact) => `in ${fact.value}`),
    ...[...of('count'), ...of('people')].map((fact) => `#${fact.value}`),
    ...(facts.budget ? [`budget ${facts.budget.currency} ${facts.budget.amount}`] : []),
    ...expected.filter((piece) => piece.startsWith('no ') && banned.includes(piece.slice(3))),
  ].sort();
}

const piecesOf = (expected: string): string[] =>
  expected
    .split(' | ')
    .filter((piece) => piece !== '')
    .sort();

function readsAll(language: string, cases: readonly ReadingCase[]): void {
  it.each(cases)('%s', (sentence, expected) => {
    const pieces = piecesOf(expected);
    expect(readAs(sentence, pieces)).toEqual(pieces);
  });

  it('are known for what they are, in nine of ten', () => {
    const known = cases.filter(([sentence]) => languageOf(sentence) === language);
    expect(known.length / cases.length).toBeGreaterThanOrEqual(0.9);
  });
}

describe('[RD1] goals in English', () => {
  readsAll('en', english);
});
describe('[RD2] goals in German', () => {
  readsAll('de', german);
});
describe('[RD3] goals in French', () => {
  readsAll('fr', french);
});
describe('[RD4] goals in Spanish', () => {
  readsAll('es', spanish);
});
describe('[RD5] goals in Danish', () => {
  readsAll('da', danish);
});

describe('[RD6] what only looks like it is not read', () => {
  const kinds = (goal: string) =>
    readGoal({ planId: 'plan_r1', goal, startDate: readingStart }).facts.map(({ kind }) => kind);

  it.each([
    'Try 3 new recipes and a mad 5 hour hike',
    'Fit a 30 ft mast and lose 10 pounds',
    'We won 3 prizes and 2 cups',
  ])('no money: %s', (goal) => {
    expect(kinds(goal)).not.toContain('money');
  });

  it.each([
    'Plant 2000 trees',
    'Pflanze 2000 Bäume',
    'Print 1984 copies of it',
    'Plant 2030 arbres',
  ])('no year: %s', (goal) => {
    expect(kinds(goal)).toEqual(['count']);
  });

  it.each([
    'Upgrade to Windows 11 laptops',
    'Pass the ISO 27001 audit',
    'Prepare the Phase 2 trial',
    'Repair our Boeing 737 jets',
    'Write about COVID-19 masks',
  ])('no count: %s', (goal) => {
    expect(kinds(goal).filter((kind) => kind === 'count' || kind === 'people')).toEqual([]);
  });

  it.each([
    'Write the tool in Python',
    'Learn to speak in German',
    'Finish it in Phase two',
    'Call Chad about it',
  ])('no place: %s', (goal) => {
    expect(kinds(goal)).not.toContain('place');
  });

  it('no span: a rhythm', () => {
    expect(kinds('Cook new meals for an hour a day and call home once a week')).not.toContain(
      'deadline',
    );
  });
});
