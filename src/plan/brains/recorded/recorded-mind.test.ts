import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { watchdogMs } from '../../../../test/support/watchdog.ts';
import { StepFailure } from '../../../engine/step-failure.ts';
import type { MindQuestion } from '../../mind.ts';
import { CassetteModel } from './cassette-model.ts';
import { type RecordedCall, type RecordedReply, recordCassette } from './record.ts';
import { createRecordedMind } from './recorded-mind.ts';

const tokens = { input: 10, output: 5, reasoning: null, cached: null };
const asked = {
  system: 'You plan.',
  prompt: 'Name it.',
  schema: { type: 'object' },
  shortened: [],
};

const question = (prompt: string): MindQuestion =>
  ({
    work: {
      stage: {
        name: 'levers',
        output: z.object({ name: z.string() }),
        problems: (value: { name: string }) => (value.name === 'bad' ? ['name: it is bad'] : []),
      },
      spec: { title: 'Levers', stage: 'levers', version: '1' },
      settings: { recording: 'case-study' },
      input: { intake: { goal: 'Open a bakery' }, outputs: {} },
    },
    asked: { ...asked, prompt },
  }) as unknown as MindQuestion;

const call = (reply: RecordedReply): RecordedCall => ({
  ...{ stage: 'levers', system: asked.system, prompt: asked.prompt, schema: asked.schema },
  ...{ reply, model: 'm', tokens, finish: 'stop' },
});
const good = call({ kind: 'value', value: { name: 'good' } });
const text = (said: string): RecordedCall => call({ kind: 'text', text: said });

function mindOf(calls: readonly RecordedCall[]) {
  const names: (string | undefined)[] = [];
  const model = new CassetteModel(recordCassette(calls).cassette);
  const mind = createRecordedMind((name) => {
    names.push(name);
    return Promise.resolve(model);
  });
  const think = (prompt: string) => mind.think(question(prompt), AbortSignal.timeout(watchdogMs));
  return { think, names };
}

describe('the recorded mind', () => {
  it('[RB7] a question is answered from the recording that the plan names', async () => {
    const { think, names } = mindOf([good]);
    expect(await think('Name it.')).toEqual({ value: { name: 'good' } });
    expect(names).toEqual(['case-study']);
  });

  it('[RB7] an answer that was recorded as text is found as in any reply', async () => {
    const { think } = mindOf([text('```json\n{"name":"a"}\n```')]);
    expect(await think('Name it.')).toEqual({ value: { name: 'a' } });
  });

  it('[RB7] a miss fails the step for good and says where, without the words', async () => {
    const failed = mindOf([good]).think('Name us.');
    await expect(failed).rejects.toBeInstanceOf(StepFailure);
    await expect(failed).rejects.toMatchObject({ class: 'policy' });
    await expect(failed).rejects.toThrow(/line 1, column 6 of its prompt/);
    await expect(failed).rejects.not.toThrow(/Name us/);
  });

  it('[RB7] an answer that no longer passes the checks of its stage is not used', async () => {
    for (const said of ['{"name":7}', '{"name":"bad"}', 'no JSON']) {
      await expect(mindOf([text(said)]).think('Name it.')).rejects.toMatchObject({
        class: 'policy',
      });
    }
  });
});
