// Fills {slots} of a playbook text from the goal. A slot that is not known is our own mistake, so it
// throws: a plan with a hole in it must not reach anybody.
import { capitalize } from './text.ts';

export type Slots = Readonly<Record<string, string | number>>;

export function fill(template: string, slots: Slots): string {
  const text = template.replace(/\{([a-z_]+)\}/g, (_, key: string) => {
    const value = Object.hasOwn(slots, key) ? slots[key] : undefined;
    if (value === undefined) throw new Error(`playbook slot {${key}} has no value`);
    return typeof value === 'number' ? formatNumber(value) : value;
  });
  return capitalize(text.replace(/ {2,}/g, ' ').trim());
}

/** A text that is one numeric slot and nothing else stays a number, so agents get real parameters. */
export function fillParam(template: string, slots: Slots): string | number {
  const only = /^\{([a-z_]+)\}$/.exec(template)?.[1];
  const value = only === undefined ? undefined : slots[only];
  if (typeof value === 'number') return value;
  const filled = fill(template, slots);
  return /^\p{Lu}/u.test(template) || template.startsWith('{')
    ? filled
    : uncapitalize(filled, template);
}

function uncapitalize(filled: string, template: string): string {
  return `${[...template][0] ?? ''}${filled.slice(1)}`;
}

export function formatNumber(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 1 });
}
