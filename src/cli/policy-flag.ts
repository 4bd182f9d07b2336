// --policy: what an execution may do without asking, as a list (T2, or actions) or whole as JSON.
// --patch: steps as JSON. --affects: ids, parted by commas.
// --answers: to the questions of check, as JSON.
// --budget: dollars as a number, or whole as JSON.
import { PlanwrightError } from '../base/errors.ts';

export function policyOf(text: string): unknown {
  if (!text.trimStart().startsWith('{')) {
    return { pre_approved: text.split(/[,\s]+/).filter((word) => word !== '') };
  }
  try {
    return JSON.parse(text);
  } catch {
    const message =
      '--policy is T2, a list of actions, or a JSON object with pre_approved and tiers.';
    throw new PlanwrightError('INVALID_ARGUMENTS', message);
  }
}

export function budgetOf(text: string): unknown {
  const usd = Number(text);
  if (text.trim() !== '' && Number.isFinite(usd)) return { usd };
  try {
    return JSON.parse(text);
  } catch {
    const message = 'A budget is dollars, or a JSON object with usd, tokens, calls, hours …';
    throw new PlanwrightError('INVALID_ARGUMENTS', message);
  }
}

export function patchOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const message = '--patch is a JSON object with add, change and cancel.';
    throw new PlanwrightError('INVALID_ARGUMENTS', message);
  }
}

export function answersOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const message = '--answers is a JSON object: {"budget": "5,000 EUR", "place": "Lyon"}.';
    throw new PlanwrightError('INVALID_ARGUMENTS', message);
  }
}

const listOf = (text: string): string[] => text.split(/[,\s]+/).filter((word) => word !== '');

/** Flags that are more than a word. */
export const shapedFlags: Readonly<Record<string, (text: string) => unknown>> = {
  policy: policyOf,
  budget: budgetOf,
  patch: patchOf,
  affects: listOf,
};
