// Fields that may be given in fewer words than JSON.
import { PlanwrightError } from '../base/errors.ts';
import { jsonValue, parseStrictJson } from '../base/strict-json.ts';

/** `message` says what a text has to be that is no JSON at all. */
export function jsonOf(text: string, message: string): unknown {
  const reading = parseStrictJson(text, 'The JSON');
  if (!reading.ok && reading.isUnreadable) throw new PlanwrightError('INVALID_ARGUMENTS', message);
  return jsonValue(reading);
}

/** What an execution may do without asking: T2 or a list of actions, or whole as JSON. */
export function policyOf(text: string): unknown {
  if (!text.trimStart().startsWith('{')) {
    return { pre_approved: text.split(/[,\s]+/).filter((word) => word !== '') };
  }
  return jsonOf(
    text,
    '--policy is T2, a list of actions, or a JSON object with pre_approved and tiers.',
  );
}

/** Dollars as a number, or whole as JSON. */
export function budgetOf(text: string): unknown {
  const usd = Number(text);
  if (text.trim() !== '' && Number.isFinite(usd)) return { usd };
  return jsonOf(text, 'A budget is dollars, or a JSON object with usd, tokens, calls, hours …');
}

interface ShortForm {
  readonly text: string;
  readonly read?: (text: string) => unknown;
}

/** By field of the input. */
export const shortForms: Readonly<Record<string, ShortForm>> = {
  policy: { text: 'T2|ACTION,…|JSON', read: policyOf },
  budget: { text: 'USD|JSON', read: budgetOf },
  answers: {
    text: 'JSON',
    read: (text) =>
      jsonOf(text, '--answers is a JSON object: {"budget": "5,000 EUR", "place": "Lyon"}.'),
  },
  to: { text: 'AGENT' },
  scope: {
    text: 'AGENT|tenant|all',
    read: (text) => (text.startsWith('agent_') ? `agent:${text}` : text),
  },
};
