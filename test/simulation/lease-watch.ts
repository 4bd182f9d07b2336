// Sees that no step stays locked by a lease whose token its agent does not show: the agent may not
// know of it, since the answer of its claim was lost, or have dropped it. It is looked at when the
// world is calm, since servers that are down end no lease.
import type { RunEvent } from '../../src/engine/event-types.ts';
import type { RunWatch } from './run-watch.ts';

/** How late a timer may ring, and how late a call that showed the token may arrive. */
const sweepMs = 5_000;
const slackMs = 10_000;

interface Place {
  readonly run: string;
  readonly step: string;
  readonly attempt: number;
}

interface OpenLease extends Place {
  readonly leaseMs: number;
  /** Null once the token was shown: then the lease has its whole time. */
  ackMs: number | null;
  /** When it was given, or its token was shown last. */
  since: number;
}

const keyOf = ({ run, step }: Omit<Place, 'attempt'>): string => `${run}/${step}`;

export class LeaseWatch {
  readonly #now: () => number;
  readonly #open = new Map<string, OpenLease>();
  #calmAt: number | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  calm(): void {
    this.#calmAt = this.#now();
  }

  /** The agent got the token, or shows it. */
  shown(place: Place): void {
    const lease = this.#open.get(keyOf(place));
    if (lease?.attempt !== place.attempt) return;
    lease.since = this.#now();
    lease.ackMs = null;
  }

  /** What is wrong after this event, which the watch of the run has seen. */
  take(watch: RunWatch, event: RunEvent): string[] {
    const problems: string[] = [];
    for (const [key, lease] of this.#open) {
      if (lease.run !== watch.id) continue;
      const step = watch.steps.get(lease.step);
      if (step?.state === 'LEASED' && step.attempt === lease.attempt) continue;
      this.#open.delete(key);
      problems.push(...this.#judge(lease));
    }
    if (event.type === 'step.leased') this.#begin(event);
    return problems;
  }

  /** Those that are still locked. */
  left(): string[] {
    return [...this.#open.values()].flatMap((lease) => this.#judge(lease));
  }

  #begin({ run, data }: Extract<RunEvent, { type: 'step.leased' }>): void {
    const { step, attempt, holder, lease_ms: leaseMs, ack_ms: ackMs = null } = data;
    if (!holder.startsWith('agent_') || leaseMs === 0) return;
    const since = this.#now();
    this.#open.set(keyOf({ run, step }), { run, step, attempt, leaseMs, ackMs, since });
  }

  #judge({ run, step, attempt, leaseMs, ackMs, since }: OpenLease): string[] {
    if (this.#calmAt === null) return [];
    const lockedMs = this.#now() - Math.max(since, this.#calmAt);
    // A claim that is made again waits for its acknowledgement once more.
    const mostMs = ackMs === null ? leaseMs : 2 * ackMs;
    if (lockedMs <= mostMs + sweepMs + slackMs) return [];
    return [
      `${run}: attempt ${attempt} of ${step} was locked for ${lockedMs} ms, ${mostMs} are right`,
    ];
  }
}
