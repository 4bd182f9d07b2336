import { describe, expect, it } from 'vitest';
import { criticizedInput, finding } from '../../test/support/criticized.ts';
import { findingProblems, sameFindings, withoutDoubles } from './findings.ts';
import { nameableIn } from './stages/judged-plan.ts';

describe('findings of critics', () => {
  it('[LV41] a finding names something that there is', async () => {
    const known = nameableIn(await criticizedInput());
    const fine = [
      finding(),
      finding({ item: '2' }),
      finding({ section: 'assumptions', item: 'A1' }),
      finding({ section: 'risks', item: '' }),
      finding({ section: 'charter', item: 'M1' }),
      finding({ section: 'charter', item: 'permits' }),
      finding({ section: 'team', item: 'desk agent' }),
      finding({ section: 'other', item: 'D9' }),
    ];
    expect(findingProblems(fine, known)).toEqual([]);
    const strange = [
      finding({ item: '7.7' }),
      finding({ item: '' }),
      finding({ section: 'assumptions', item: 'A9' }),
      finding({ section: 'team', item: 'Mayor' }),
    ];
    const problems = findingProblems(strange, known);
    expect(problems).toHaveLength(4);
    expect(problems[2]).toBe(
      'findings.2.item: “A9” is none of the ids of the assumptions; copy one of these, or choose another section',
    );
  });

  it('[LV42] of two that say the same one stays, in any language', () => {
    const all = [
      finding({ says: 'Nobody tastes the bread before it is sold.' }),
      finding({ says: 'Nobody tastes the bread, before it is sold!' }),
      finding({ says: 'The oven needs a permit from the town.' }),
      finding({ says: '没有人在出售之前品尝面包' }),
      finding({ says: '没有人在出售之前品尝面包。' }),
    ];
    expect(withoutDoubles(all)).toEqual([all[0], all[2], all[3]]);
  });

  it('[LV73] two critics who hold the same against one place in other words are heard as one', () => {
    const one = finding({
      item: '5.6',
      says: 'Task 5.6 comes after 5.5 and 1.4 only, and 5.1 no longer after 1.7. Nothing makes the first signature wait until the lawyer has approved the contract (V5).',
    });
    const other = finding({
      item: '5.6',
      says: "5.6 is after 5.5 and 1.4 only; the link of 5.1 to 1.7 was dropped. So nothing ties the signing to the lawyer's approved contract (V5).",
    });
    const third = finding({
      item: '5.6',
      says: 'The wait for signature and money was cut from 24 to 8 hours, though bank transfer is offered as well as card.',
    });
    expect(sameFindings([one, third, other])).toEqual([[one, other], [third]]);
    const elsewhere = { ...other, item: '3.1' };
    expect(sameFindings([one, elsewhere])).toHaveLength(2);
  });

  it('[LV42] what is said of two places in half the words stays twice', () => {
    const one = finding({ item: '1.1', says: 'The hours are too few for one person alone.' });
    const other = finding({ item: '2.2', says: 'The hours are too few for what is baked.' });
    expect(withoutDoubles([one, other])).toHaveLength(2);
  });
});
