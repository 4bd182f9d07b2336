// Which stages rules answered because the model had failed, and how it failed first.
import type { Plan } from '../../../contract/plan.ts';
import { ended } from './sentences.ts';

/** Empty where minds answered all of them. */
export function standInText({ stand_ins: all = [] }: Plan): string {
  const [first] = all;
  if (first === undefined) return '';
  const names = [...new Set(all.map(({ stage }) => stage))].join(', ');
  return `Rules answered ${names}, because the model failed for good. It failed first with this: ${ended(first.why)}`;
}
