import { generateText, NoObjectGeneratedError, Output } from 'ai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { levelsOf, peakOf } from './call-record.ts';
import { modelOf } from './sdk-clients.ts';
import { type ModelServer, openModelServer } from './server.ts';
import { smallLocalModel } from './small-local-model.ts';

const schema = z.object({ title: z.string() });
const long = 'a fact about the site that matters. '.repeat(1_000);

let server: ModelServer;
beforeAll(async () => {
  server = await openModelServer();
});
afterAll(() => server.close());
beforeEach(() => server.clear());

const ask = (prompt: string) =>
  generateText({
    model: modelOf('compatible', server.url, 'none'),
    prompt,
    output: Output.object({ schema }),
    maxRetries: 0,
  });

async function ollama(prompt: string, more: object): Promise<Response> {
  const messages = [{ role: 'user', content: prompt }];
  const body = JSON.stringify({ model: 'small', messages, stream: false, ...more });
  return fetch(`${server.url}/api/chat`, { method: 'POST', body });
}

describe('the small local model', () => {
  it('cuts a long prompt silently as OpenAI, and only its count of tokens tells', async () => {
    server.play(smallLocalModel({ seed: 1, echoPercent: 0, cutPercent: 0 }));
    const { usage, finishReason } = await ask(long);
    expect(finishReason).toBe('stop');
    expect(usage.inputTokens).toBeLessThan(4_096);
    expect(long.length / 4).toBeGreaterThan(8_000);
  });

  it('as Ollama it cuts and reports, or refuses when that is asked for', async () => {
    server.play(smallLocalModel({ seed: 1, echoPercent: 0, cutPercent: 0 }));
    const cut = (await (await ollama(long, {})).json()) as { prompt_eval_count: number };
    expect(cut.prompt_eval_count).toBeLessThan(4_096);
    const refused = await ollama(long, { truncate: false, options: { num_ctx: 16_384 } });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('exceeds the context length');
    const fits = await ollama('short', { truncate: false });
    expect(fits.status).toBe(200);
  });

  it('as llama.cpp it refuses what does not fit, and says how much there is', async () => {
    server.play(smallLocalModel({ seed: 1, overflow: 'refuse' }));
    const failed = ask(long);
    await expect(failed).rejects.toMatchObject({ statusCode: 400 });
    const body = await failed.catch((error: { responseBody?: string }) => error.responseBody);
    expect(body).toContain('exceed_context_size_error');
    expect(body).toContain('"n_ctx":4096');
  });

  it('gives the schema back about three times in ten, the same ones for the same seed', async () => {
    const echoes = async (seed: number): Promise<boolean[]> => {
      server.clear();
      server.play(smallLocalModel({ seed, cutPercent: 0 }));
      const turns = Array.from({ length: 100 }, (_, index) => ask(`Question ${index}`));
      return Promise.all(
        turns.map((turn) =>
          turn.then(
            () => false,
            (error) => NoObjectGeneratedError.isInstance(error),
          ),
        ),
      );
    };
    const first = await echoes(7);
    const share = first.filter(Boolean).length;
    expect(share).toBeGreaterThan(15);
    expect(share).toBeLessThan(45);
    expect(await echoes(7)).toEqual(first);
    expect(await echoes(8)).not.toEqual(first);
  });

  it('a second try at the same prompt throws the dice anew', async () => {
    server.play(smallLocalModel({ seed: 3, cutPercent: 0 }));
    const tries = [];
    for (let turn = 0; turn < 30; turn += 1) {
      tries.push(
        await ask('The same.').then(
          () => true,
          () => false,
        ),
      );
    }
    expect(new Set(tries).size).toBe(2);
  });

  it('loses the tail of a long answer and says so, or stops early and does not', async () => {
    const answer = () => ({ kind: 'answer', value: { title: 'x'.repeat(20_000) } }) as const;
    server.play(smallLocalModel({ seed: 1, echoPercent: 0, cutPercent: 0, answer }));
    await expect(ask('Go.')).rejects.toMatchObject({ finishReason: 'length' });
    server.play(smallLocalModel({ seed: 1, echoPercent: 0, cutPercent: 100 }));
    await expect(ask('Go.')).rejects.toMatchObject({ finishReason: 'stop' });
  });
});

describe('the record of calls', () => {
  const span = (startedMs: number, endedMs: number) => ({ startedMs, endedMs });

  it('knows how many were open at once and how many had to wait for each other', () => {
    const calls = [span(0, 10), span(0, 10), span(10, 20), span(12, 22), span(22, 30)];
    expect(peakOf(calls)).toBe(2);
    expect(levelsOf(calls)).toBe(3);
    expect([peakOf([]), levelsOf([])]).toEqual([0, 0]);
  });
});
