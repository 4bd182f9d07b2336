// What a revision changed because of something that a critic said: the plan tells it beside the finding,
// so that nobody takes for open what is mended.
import type { Refinement } from '../../contract/plan-critique.ts';
import { likeness, plainText } from '../../gates/alike.ts';
import { touches } from '../refining/changes.ts';
import { clip, most } from './clip.ts';

type Change = Refinement['changes'][number];

const MOST_CHANGES = 5;
const MAX_CHARS = 400;
/** A longer text is told as it is now. */
const SHORT = 60;

function changeText({ path, before, after }: Change): string {
  if (before === '') return `${path}, added: ${after}`;
  if (after === '') return `${path}, left out: ${before}`;
  const isShort = before.length <= SHORT && after.length <= SHORT;
  return isShort ? `${path}: ${before} → ${after}` : `${path}, now: ${after}`;
}

const isWhole = (refinement: Refinement, item: string): boolean =>
  item.trim() === '' || item.trim() === refinement.item;

/** Those in what was criticized; of the whole section where no part of it is named. */
function changesIn(refinement: Refinement, items: readonly string[]): Change[] {
  const { changes } = refinement;
  if (items.length === 0 || items.some((item) => isWhole(refinement, item))) return changes;
  return changes.filter((change) => items.some((item) => touches([change], item, true)));
}

/** Empty where no revision took it up. `items` are what it is about (2.1, A3). */
export function changesBecause(
  refinements: readonly Refinement[],
  isReason: (because: string) => boolean,
  items: readonly string[],
): string[] {
  const changes = refinements
    .filter(({ because }) => because.some(isReason))
    .flatMap((one) => changesIn(one, items));
  const told = most(changes, MOST_CHANGES).map((one) => clip(changeText(one), MAX_CHARS));
  const more = changes.length - told.length;
  return more > 0 ? [...told, `… and ${more} more changes.`] : told;
}

const SAME = 0.85;

/** A finding is given to those who revise in its own words. */
export const saysSame =
  (says: string) =>
  (because: string): boolean =>
    likeness(because, says) >= SAME;

/** A failure or a premise is given with other words beside it. */
export function tellsOf(text: string): (because: string) => boolean {
  const plain = plainText(text);
  return (because) => plainText(because).includes(plain);
}
