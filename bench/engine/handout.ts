// How soon a waiting worker gets a step that became ready. A hundred workers wait in one process;
// whoever gets a step completes it, which makes the next one ready. Measured from just before the
// completing call, so that its own commit is inside, and from its acknowledgement.
import { percentile } from '../lib/percentile.ts';
import { chain, type Ours, openOurs, type Place, tenant } from './ours.ts';
import { makeOutput } from './step-output.ts';

export interface HandoutFigures {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p99FromAckMs: number;
  readonly maxMs: number;
}

interface Options extends Place {
  readonly workers: number;
  readonly steps: number;
}

interface Moments {
  calledMs: number;
  ackedMs: number;
}

/** The first hand-outs find cold code. */
const warmUpSteps = 50;

async function handOut(ours: Ours, options: Options): Promise<[number[], number[]]> {
  const sinceCall: number[] = [];
  const sinceAck: number[] = [];
  const last: Moments = { calledMs: performance.now(), ackedMs: performance.now() };
  let left = options.steps;
  const worker = async (number: number): Promise<void> => {
    const holder = `agent_${number}`;
    const asked = { tenant, holder, performers: ['agent'], actions: null, run: null };
    while (left > 0) {
      const claimed = await ours.engine.claim({ ...asked, leaseMs: 60_000, waitMs: 120_000 });
      if (claimed === null) return;
      const now = performance.now();
      sinceCall.push(now - last.calledMs);
      sinceAck.push(Math.max(0, now - last.ackedMs));
      left -= 1;
      last.calledMs = performance.now();
      const output = makeOutput(left, 0);
      await ours.engine.complete({ tenant, holder, token: claimed.token, output });
      last.ackedMs = performance.now();
      if (left === 0) await ours.engine.close();
    }
  };
  await ours.createRun(ours.ids.next('exec'), chain(options.steps, 'agent'));
  await Promise.all(Array.from({ length: options.workers }, (_, number) => worker(number)));
  return [sinceCall.slice(warmUpSteps), sinceAck.slice(warmUpSteps)];
}

export async function measure(options: Options): Promise<HandoutFigures> {
  const ours = await openOurs(options);
  const [sinceCall, sinceAck] = await handOut(ours, options);
  return {
    p50Ms: percentile(sinceCall, 0.5),
    p99Ms: percentile(sinceCall, 0.99),
    p99FromAckMs: percentile(sinceAck, 0.99),
    maxMs: percentile(sinceCall, 1),
  };
}
