import { describe, expect, it } from 'vitest';
import { sampleCharter } from '../../../test/support/criticized.ts';
import { sampleNetwork, sampleTeam } from '../../../test/support/network.ts';
import type { PlanState } from './plan-state.ts';
import { isStaleMention, type StaleGround, staleMentions } from './stale-mentions.ts';
import { figuresWithUnits } from './unit-figures.ts';

const { basis, details } = sampleNetwork();

const plan = (more: Partial<PlanState> = {}): PlanState => ({
  ...{ assumptions: basis.assumptions, risks: basis.risks, charter: sampleCharter },
  ...{ team: sampleTeam, details },
  ...more,
});

const quantity = (id: string, base: number, unit: string): PlanState['assumptions'][number] => {
  const [one] = basis.assumptions;
  if (!one) throw new Error('the sample has an assumption');
  return { ...one, id, unit, base, lower: base - 1, upper: base + 1, evidence: '', claim: 'It.' };
};

const risk = (effect: string): PlanState['risks'] =>
  basis.risks.slice(0, 1).map((one) => ({ ...one, effect }));

interface Case {
  readonly unit?: string;
  readonly was?: number;
  readonly now?: number;
  readonly language?: string;
  readonly goal?: string;
  readonly more?: PlanState['assumptions'];
}

/** A6 was changed in round one; the effect of the first risk may still tell the old figure. */
function ground(
  effect: string,
  { unit = 'EUR per month', was = 2500, now = 1900, ...rest }: Case,
): StaleGround {
  const { language = 'en', goal = '', more = [] } = rest;
  const risks = risk(effect);
  return {
    before: plan({ risks, assumptions: [quantity('A6', was, unit), ...more] }),
    after: plan({ risks, assumptions: [quantity('A6', now, unit), ...more] }),
    refinements: [{ section: 'assumptions', item: '' }],
    network: { phases: [], start_date: '2026-03-02', finish_date: '2026-12-01' },
    laidDown: [goal],
    ...{ language, currency: 'EUR' },
  };
}

const found = (effect: string, how: Case = {}): string[] =>
  staleMentions(ground(effect, how)).map(({ section, item }) => `${section} ${item}`.trim());

describe('figures with what they count', () => {
  it.each([
    ['about 2,500 EUR a month', 2500, 'eur'],
    ['rund 2.500 € im Monat', 2500, '€'],
    ['€2500 each', 2500, '€'],
    ['EUR 2’500 im Monat', 2500, 'eur'],
    ['2 500 euros par mois', 2500, 'euros'],
    ['毎月2,500ユーロかかる', 2500, 'ユー'],
    ['٢٥٠٠ يورو', 2500, 'يورو'],
    ['12 % of them', 12, '%'],
  ])('[LV97] %s is read in its own writing', (text, value, unit) => {
    const [one] = figuresWithUnits(text);
    expect(one?.values).toContain(value);
    expect(one?.unit).toBe(unit);
  });
});

describe('texts that still tell an old figure', () => {
  it('[LV97] a text of another section that tells it is found, with both figures', () => {
    const [one] = staleMentions(ground('The owner needs 2,500 EUR a month.', {}));
    expect(one).toMatchObject({ section: 'risks', item: 'R1', severity: 'major' });
    expect(one?.says).toBe(
      'A6 now has 1900 EUR per month (was 2500); this text still says “The owner needs 2,500 EUR a month.”.',
    );
    expect(one && isStaleMention(one)).toBe(true);
  });

  it.each([
    ['Der Inhaber braucht 2.500 € im Monat.', 'EUR pro Monat', 'de'],
    ['Il faut 2 500 euros par mois.', 'EUR par mois', 'fr'],
    ['Necesita 2.500 euros al mes, según A6.', 'EUR al mes', 'es'],
    ['毎月の生活費は2,500ユーロ（A6）。', 'EUR', 'ja'],
    ['يحتاج ٢٥٠٠ يورو (A6).', 'EUR', 'ar'],
    ['As A6 says (2,500), it is short.', 'EUR per month', 'en'],
  ])('[LV97] %s is one', (text, unit, language) => {
    expect(found(text, { unit, language })).toEqual(['risks R1']);
  });

  it('[LV97] a round number of something else, another unit and a figure beside the new one are none', () => {
    expect(found('The sign costs 2,500 EUR.')).toEqual([]);
    expect(found('There are 2,500 bicycles a month.')).toEqual([]);
    expect(found('At 2,500 EUR a month the money ends, at 1,900 EUR it lasts.')).toEqual([]);
    expect(found('At 12,500 EUR a month it is too much.')).toEqual([]);
  });

  it('[LV97] an exact number with its unit needs nothing else; a short one needs its id', () => {
    const exact = { unit: 'EUR', was: 27_350, now: 26_100 };
    expect(found('Of this 27,350 EUR are left.', exact)).toEqual(['risks R1']);
    const few = { unit: 'jobs', was: 74, now: 80 };
    expect(found('It takes 74 jobs.', few)).toEqual([]);
    expect(found('It takes 74 jobs (A6).', few)).toEqual(['risks R1']);
  });

  it('[LV97] what the goal lays down or what holds for another quantity still stands', () => {
    const text = 'The owner needs 2,500 EUR a month.';
    expect(found(text, { goal: 'Live on 2500 EUR a month.' })).toEqual([]);
    expect(found(text, { more: [quantity('A7', 2500, 'EUR per month')] })).toEqual([]);
  });

  it('[LV97] a date that moved in one task and stands in the text of another is found', () => {
    const dated = (date: string): PlanState['details'] => ({
      phases: details.phases.map((phase) => ({
        ...phase,
        tasks: phase.tasks.map((task) =>
          task.id === '2.2' ? { ...task, acceptance: [`Bread is there by ${date}.`] } : task,
        ),
      })),
    });
    const told = (text: string, goal = '') => {
      const risks = risk(text);
      return staleMentions({
        ...ground('', {}),
        before: plan({ risks, details: dated('2026-05-04') }),
        after: plan({ risks, details: dated('2026-06-01') }),
        refinements: [{ section: 'phase', item: '2' }],
        laidDown: [goal],
      }).map(({ item, says }) => [item, says]);
    };
    expect(told('No bread on 4 May 2026 is a loss.')).toEqual([
      ['R1', expect.stringContaining('2.2 now has 2026-06-01 (was 2026-05-04)')],
    ]);
    expect(told('No bread on 2026-05-04, only on 2026-06-01.')).toEqual([]);
    expect(told('No bread on 2026-05-04 is a loss.', 'Bread by 2026-05-04')).toEqual([]);
  });
});
