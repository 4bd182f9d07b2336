// The scripted person who approves: looks at what waits, shows it, thinks for a moment, and approves
// exactly that by its digest.
import { type Approval, isApiError, PlanwrightClient } from '../../../sdk/index.ts';
import { pauseQuietly } from '../../../sdk/pause.ts';
import { safeText } from '../safe-text.ts';
import type { Stage } from './cast.ts';

const lookEveryMs = 200;
const maxShownChars = 110;

export function askedLine({ title, action, what, risk_tier: tier }: Approval): string {
  const details = what === null ? '' : ` ${JSON.stringify(what.proposal ?? what.params)}`;
  const shown = safeText(`${action}${details}`, maxShownChars);
  return `Approval asked (${tier}): "${safeText(title, 60)}": ${shown}`;
}

export class Approver {
  readonly #stage: Stage;
  readonly #client: PlanwrightClient;
  readonly #seen = new Set<string>();
  given = 0;

  constructor(stage: Stage, key: string) {
    this.#stage = stage;
    this.#client = new PlanwrightClient({ url: stage.otherUrl, key });
  }

  async play(signal: AbortSignal): Promise<void> {
    const { executionId } = this.#stage;
    while (!signal.aborted) {
      const { approvals } = await this.#client.executionApprovals(executionId, { signal });
      for (const one of approvals) if (!signal.aborted) await this.#answer(one, signal);
      await pauseQuietly(lookEveryMs, signal);
    }
  }

  async #answer(asked: Approval, signal: AbortSignal): Promise<void> {
    if (this.#seen.has(asked.digest)) return;
    this.#seen.add(asked.digest);
    this.#stage.say(askedLine(asked));
    await pauseQuietly(this.#stage.paceMs / 2, signal);
    const { step_id, digest } = asked;
    try {
      const approve = { action: 'approve', step_id, digest } as const;
      await this.#client.controlExecution(this.#stage.executionId, approve, { signal });
    } catch (error) {
      // It changed or went on meanwhile: what is asked then is another thing.
      if (isApiError(error) && error.status === 409) return;
      throw error;
    }
    this.given += 1;
    this.#stage.say(`A person approves exactly that: "${safeText(asked.title, 60)}"`);
  }
}
