import { describe, expect, it } from 'vitest';
import { unknownFields } from './unknown-fields.ts';

const estimate = { low: 1, likely: 1, high: 1 };

describe('fields that nobody knows', () => {
  it('[SC99] are told with their place and what was likely meant', () => {
    const found = unknownFields({
      start_date: '2026-03-02',
      roles: [{ name: 'Cook', capcity: 2 }],
      calendars: [{ calendar_id: 'c', week: [], exceptions: [{ date: 'x', hour: [] }] }],
      dependencies: [{ from: 'a', to: 'b', lagg: 3 }],
      phases: [
        {
          phase_id: 'p',
          tasks: [
            { task_id: 'a', estimate, deadlin: '2026-03-04' },
            { task_id: 'b', estimate, deadlin: '2026-03-04' },
            { task_id: 'c', ways: [{ way_id: 'w', estimate, zebra: 1 }] },
          ],
        },
      ],
    });
    expect(found.map(({ message }) => message)).toEqual([
      'roles[0]: the field “capcity” is unknown and changes nothing; did you mean capacity?',
      'calendars[0].exceptions[0]: the field “hour” is unknown and changes nothing; did you mean hours?',
      'dependencies[0]: the field “lagg” is unknown and changes nothing; did you mean lag?',
      'phases[0].tasks[0]: the field “deadlin” is unknown and changes nothing; did you mean deadline? (and in 1 more place)',
      'phases[0].tasks[2].ways[0]: the field “zebra” is unknown and changes nothing',
    ]);
    expect(found[3]).toMatchObject({ code: 'unknown_field', severity: 'warning', ids: ['a'] });
  });

  it('[SC99] are told in amounts and delays too: a misspelled currency would be another sum', () => {
    const cost = { low: 1, base: 2, high: 3, source: 'shop', curency: 'USD' };
    const found = unknownFields({
      budget: { amount: 1, currency: 'EUR', amont: 2 },
      phases: [
        {
          phase_id: 'p',
          tasks: [
            { task_id: 'a', cost },
            { task_id: 'b', cost: null },
          ],
        },
      ],
      risks: [{ risk_id: 'r', delay: { ...estimate, unit: 'd' } }],
    });
    expect(found.map(({ message }) => message)).toEqual([
      'budget: the field “amont” is unknown and changes nothing; did you mean amount?',
      'phases[0].tasks[0].cost: the field “curency” is unknown and changes nothing; did you mean currency?',
      'risks[0].delay: the field “unit” is unknown and changes nothing',
    ]);
  });

  it('[SC99] names of every object, such as constructor, are no parts of a plan', () => {
    const odd = JSON.parse('{"__proto__": [], "constructor": [{}]}') as object;
    expect(unknownFields(odd)).toHaveLength(2);
  });
});
