// Flags that are more than a word. --policy: what an execution may do without asking, as a list (T2, or
// actions) or whole as JSON. --budget: dollars as a number, or whole as JSON.
import { PlanwrightError } from '../base/errors.ts';
import { jsonValue, parseStrictJson } from '../base/strict-json.ts';

/** `message` says what a text has to be that is no JSON at all. */
export function jsonOf(text: string, message: string): unknown {
  const reading = parseStrictJson(text, 'The JSON');
  if (!reading.ok && reading.isUnreadable) throw new PlanwrightError('INVALID_ARGUMENTS', message);
  return jsonValue(reading);
}

export function policyOf(text: string): unknown {
  if (!text.trimStart().startsWith('{')) {
    return { pre_approved: text.split(/[,\s]+/).filter((word) => word !== '') };
  }
  return jsonOf(
    text,
    '--policy is T2, a list of actions, or a JSON object with pre_approved and tiers.',
  );
}

export function budgetOf(text: string): unknown {
  const usd = Number(text);
  if (text.trim() !== '' && Number.isFinite(usd)) return { usd };
  return jsonOf(text, 'A budget is dollars, or a JSON object with usd, tokens, calls, hours …');
}
