// The mind that is no mind: rules and playbooks. It answers the same questions as any other, and its
// answers pass the same checks.
import { PlanwrightError } from '../../../base/errors.ts';
import type { Mind } from '../../mind.ts';
import { checkThought, type ThoughtWork } from '../../thought.ts';
import { draftOf } from './draft.ts';
import { rules } from './rules/index.ts';

/** Stages of a plan's own have none. */
export const hasRule = (stage: string): boolean => Object.hasOwn(rules, stage);

/** What the rules say, checked. */
export function answerByRule(work: ThoughtWork): unknown {
  const { stage, spec, input } = work;
  const rule = hasRule(stage.name) ? rules[stage.name] : undefined;
  if (!rule) {
    const message = `The offline brain has no rule for the stage ${stage.name}. Use brain model or caller for plans with stages of their own.`;
    throw new PlanwrightError('INVALID_ARGUMENTS', message);
  }
  const value = rule({ draft: draftOf(input.intake), input, part: spec.part ?? null });
  const checked = checkThought(work, value, 'rule');
  if (checked.problems === undefined) return checked.value;
  // A mistake of ours: it must not become a plan.
  throw new Error(`the offline rule of ${stage.name}: ${checked.problems.join('; ')}`);
}

export const offlineMind: Mind = {
  think: ({ work }) => Promise.resolve({ value: answerByRule(work) }),
};
