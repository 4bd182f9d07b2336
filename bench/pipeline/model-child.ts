// The model in a process of its own, so that its processor time is not taken for ours. It answers
// rightly, at the lengths of a real mind.
import process from 'node:process';
import { levelsOf, peakOf } from '../../test/doubles/model-server/call-record.ts';
import { openModelServer } from '../../test/doubles/model-server/server.ts';
import type { Script } from '../../test/doubles/model-server/types.ts';
import { scriptedAnswer, stageAsked } from '../../test/doubles/scripted-mind.ts';
import { paddedAnswer } from './padded-answer.ts';
import { replyLengths } from './reply-lengths.ts';

const { source, lengths } = replyLengths();
/** What they hit is revised once: that is the whole graph. */
const mood = { hasCritics: true };

const options: { latencyMs: number; script: Script } = {
  latencyMs: Number(process.argv[2]),
  script: ({ schema, system, prompt }) => {
    const asked = schema ?? {};
    const value = scriptedAnswer(asked, `${system}\n${prompt}`, mood);
    const chars = lengths[stageAsked(asked, prompt)] ?? 0;
    return { kind: 'answer', value: paddedAnswer(value, asked, chars) };
  },
};
const server = await openModelServer(options);

const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);

const figures = () => ({
  calls: server.calls.length,
  failed: server.calls.filter(({ status }) => status !== 200).length,
  levels: levelsOf(server.calls),
  peak: peakOf(server.calls),
  inputTokens: sumOf(server.calls.map(({ inputTokens }) => inputTokens)),
  outputTokens: sumOf(server.calls.map(({ outputTokens }) => outputTokens)),
  largestInput: Math.max(0, ...server.calls.map(({ inputTokens }) => inputTokens)),
});

process.on('message', (message) => {
  if (message === 'clear') server.clear();
  // From the next call on.
  if (typeof message === 'number') options.latencyMs = message;
  process.send?.(figures());
});
process.on('disconnect', () => process.exit(0));
process.send?.({ url: server.url, lengths: source });
