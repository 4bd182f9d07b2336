import { describe, expect, it } from 'vitest';
import { contentRef, group, leaf, RunDriver } from '../../../test/support/run-driver.ts';
import { createLogger } from '../../base/log.ts';
import { runLog } from './run-log.ts';

const logged = async (run: RunDriver): Promise<Record<string, unknown>[]> => {
  const lines: Record<string, unknown>[] = [];
  const log = await createLogger({
    level: 'debug',
    destination: { write: (line) => void lines.push(JSON.parse(line)) },
  });
  runLog(log, true).committed?.(run.state, run.events);
  return lines;
};

const run = (...steps: ConstructorParameters<typeof RunDriver>[0]): RunDriver =>
  new RunDriver(steps);

describe('lines of the log', () => {
  it('[OB6] name the steps that become ready, wait or are added', async () => {
    const wait = { for: 'time', delay_ms: 1_000 } as const;
    const made = run(leaf('task_1'), leaf('task_2', [], { wait }), leaf('task_3', ['task_1']));
    made.complete('task_1');
    expect(await logged(made)).toMatchObject([
      { event: 'run.created' },
      {
        ...{ event: 'graph.patched', added: ['task_1', 'task_2', 'task_3'], ready: ['task_1'] },
        waiting: [{ step: 'task_2', for: 'time' }],
      },
      { event: 'run.admitted' },
      { event: 'run.started' },
      { event: 'step.leased', step: 'task_1' },
      { event: 'step.verified', step: 'task_1', ready: ['task_3'] },
    ]);
  });

  it('[OB6] name the steps that the end of a run cancels', async () => {
    const ended = run(leaf('task_1'), leaf('task_2'), leaf('task_3'));
    ended.lease('task_1');
    ended.do({ type: 'cancel', by: 'person_a', compensate: false, drainMs: 1_000 });
    expect(await logged(ended)).toContainEqual(
      expect.objectContaining({ event: 'run.ending', cancelled: ['task_2', 'task_3'] }),
    );
  });

  it('[OB6] have an approval that is refused at warn, since its step has failed', async () => {
    const asked = run(leaf('task_1', [], { tier: 2, approval: { lasts_ms: 60_000 } }));
    const digest = asked.state.steps.get('task_1')?.wait?.key ?? '';
    const word = { type: 'approve', step: 'task_1', digest, by: 'person_a' } as const;
    asked.do({ ...word, isApproved: false, reason: contentRef('ct_why') });
    expect(await logged(asked)).toContainEqual(
      expect.objectContaining({
        ...{ event: 'approval.refused', level: 'warn', step: 'task_1', state: 'FAILED' },
        error_id: 'ct_why',
      }),
    );
  });

  it('[DG22] name a failure that has no reason of its own', async () => {
    const lost = run(group('group_1', ['task_1']), leaf('task_1', [], { attempts_max: 1 }));
    const { attempt } = lost.lease('task_1');
    lost.nowMs += 60_000;
    lost.do({ type: 'expire', step: 'task_1', attempt });
    const failures = (await logged(lost)).filter(({ level }) => level === 'warn');
    expect(failures).toMatchObject([
      { event: 'attempt.ended', as: 'lost', error_id: `${lost.state.id}.task_1.1` },
      { event: 'group.failed', error_id: `${lost.state.id}.group_1.0` },
      { event: 'run.ended', as: 'FAILED' },
    ]);
  });
});
