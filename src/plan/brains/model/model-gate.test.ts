import { describe, expect, it } from 'vitest';
import { scriptedModel, type Turn } from '../../../../test/doubles/scripted-model.ts';
import type { Model, ModelRequest } from '../../../models/model.ts';
import { isModelError, ModelError } from '../../../models/model-error.ts';
import type { ModelAttempt } from '../../../models/question.ts';
import { ModelGate } from './model-gate.ts';

const request: ModelRequest = {
  ...{ system: '', prompt: 'Plan it.', schema: {}, schemaName: 'plan', maxOutputTokens: 100 },
};
const { signal } = new AbortController();
const noKey = new ModelError('auth', 'The key is refused.', { status: 403 });
const trouble = new ModelError('transient', 'It is overloaded.', { status: 503 });
const triesMax = 3;

const openGate = (): ModelGate =>
  new ModelGate({
    now: () => 0,
    headOf: () => Promise.resolve(1),
    isResumedAfter: () => Promise.resolve(false),
  });

/** How one question ends that asks again as long as that may help. */
async function ask(gate: ModelGate, model: Model): Promise<string> {
  const question = gate.of('gen_1');
  try {
    for (let tries = 0; tries < triesMax; tries += 1) {
      const refused = await question.admit(model, signal);
      if (refused !== null) return refused.errorClass;
      const error = await question
        .watching(model)
        .call(request, signal)
        .then(() => null)
        .catch((thrown: unknown) => thrown);
      const attempt = { modelKey: model.key, kind: 'first', errorId: 'err_1' } as ModelAttempt;
      await question.recorded(attempt);
      if (!isModelError(error)) return 'answered';
      if (error.errorClass !== 'transient') return error.errorClass;
    }
    return 'transient';
  } finally {
    question.end();
  }
}

const asked = async (turns: readonly Turn[]) => {
  const model = scriptedModel(turns);
  const gate = openGate();
  const ends = await Promise.all(Array.from({ length: 10 }, () => ask(gate, model)));
  return { calls: model.requests.length, ends: [...new Set(ends)] };
};

describe('ten questions to one model at once', () => {
  it('[DG10] make one call of a model that refuses its key', async () => {
    expect(await asked([noKey])).toEqual({ calls: 1, ends: ['auth'] });
  });

  it('[DG10] make no more once it refuses its key after a passing failure', async () => {
    expect(await asked([trouble, noKey])).toEqual({ calls: 2, ends: ['auth'] });
    expect(await asked([trouble, trouble, noKey])).toEqual({ calls: 3, ends: ['auth'] });
  });

  it('[DG10] are all asked of a model that answers after a passing failure', async () => {
    expect(await asked([trouble, { text: '{}' }])).toEqual({ calls: 11, ends: ['answered'] });
  });

  it('[DG10] take a 403 of a model that has answered for one prompt only', async () => {
    const { calls, ends } = await asked([{ text: '{}' }, noKey]);
    expect(calls).toBe(10);
    expect(ends.toSorted()).toEqual(['answered', 'auth']);
  });
});
