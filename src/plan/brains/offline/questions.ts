// What only the author of the goal can tell: what is missing first, then what the playbook asks.
import { isOwnDay, isPast } from '../../deadline-words.ts';
import type { Draft } from './draft.ts';
import { fill } from './fill.ts';

export function questionsOf({ facts, playbook, slots, intake }: Draft): string[] {
  const own = facts.facts.find(isOwnDay);
  const byWhen = own ? `Which day is meant by “${own.text}”?` : 'By when must it be done?';
  const past = facts.facts.filter((fact) => isPast(fact, intake.startDate)).slice(0, 2);
  return [
    ...(facts.budget === null ? ['What is the budget, and in which currency?'] : []),
    ...(facts.deadline === null ? [byWhen] : []),
    ...(facts.place.name === null ? ['Where does it happen?'] : []),
    ...past.map(
      ({ text }) =>
        `“${text}” lies before the start of the plan. Is it background, or is the date wrong?`,
    ),
    ...playbook.questions.map((question) => fill(question, slots)),
  ];
}
