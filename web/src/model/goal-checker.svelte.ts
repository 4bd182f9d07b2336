// Asks the server of a goal once the typing rests, and at once where somebody wants a plan. A check that
// does not come is no obstacle: the server looks again when it makes the plan.
import type { PromptCheck } from '../../../src/contract/prompt-check.ts';
import { call } from '../api/endpoints.ts';
import { isStopped } from './goal-check.ts';

const restMs = 500;

export class GoalChecker {
  #last = $state.raw<{ readonly goal: string; readonly check: PromptCheck }>();
  /** The goal of which a plan was wanted, where it may not be sent as it stands. */
  #wanted = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: AbortController | undefined;

  /** Of exactly this goal. */
  of(goal: string): PromptCheck | undefined {
    return this.#last?.goal === goal ? this.#last.check : undefined;
  }

  isWanted(goal: string): boolean {
    return this.#wanted === goal;
  }

  /** Said before it is sent, where the goal can be mended: nothing is made that would only fail. */
  async allows(goal: string, confirmed: boolean): Promise<boolean> {
    const found = this.of(goal) ?? (await this.ask(goal));
    if (found === undefined || found.verdict === 'usable') return true;
    if (confirmed && !isStopped(found)) return true;
    this.#wanted = goal;
    return false;
  }

  watch(goal: string): void {
    this.stop();
    if (goal === '') return;
    this.#timer = setTimeout(() => void this.ask(goal), restMs);
  }

  async ask(goal: string): Promise<PromptCheck | undefined> {
    this.stop();
    const asking = new AbortController();
    this.#asking = asking;
    try {
      const check = await call('prompt_check', { prompt: goal }, asking);
      if (!asking.signal.aborted) this.#last = { goal, check };
      return check;
    } catch {
      return undefined;
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#asking?.abort();
  }
}
