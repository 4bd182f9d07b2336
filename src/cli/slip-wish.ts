// --slip TASK=2d: which task, and by how much.
import { PlanwrightError } from '../base/errors.ts';
import { type SlipWish, slipUnits } from '../schedule/run/slip.ts';
import { safeText } from './safe-text.ts';

const MAX_SLIPS = 100;
const MAX_AMOUNT = 10_000;

const pattern = /^(.+)=(\d{1,9}(?:\.\d{1,6})?)([a-z]?)$/;

const bad = (message: string): PlanwrightError => new PlanwrightError('INVALID_ARGUMENTS', message);

/** A number alone counts days. */
export function slipWishes(words: readonly string[]): SlipWish[] {
  if (words.length > MAX_SLIPS) throw bad(`--slip can be given ${MAX_SLIPS} times at most.`);
  return words.map((word) => {
    const [, task = '', amount = '', letter = ''] = pattern.exec(word) ?? [];
    const unit = slipUnits.find((each) => each === (letter || 'd'));
    if (unit !== undefined && Number(amount) > 0 && Number(amount) <= MAX_AMOUNT) {
      return { task, amount: Number(amount), unit };
    }
    const given = safeText(word, 80);
    throw bad(
      `--slip ${given}: say TASK=2d, that is a task and by how much it slips (m, h, d or w; up to ${MAX_AMOUNT}).`,
    );
  });
}
