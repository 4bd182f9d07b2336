// The model in a process of its own, so that its processor time is not taken for ours.
import process from 'node:process';
import { levelsOf, peakOf } from '../../test/doubles/model-server/call-record.ts';
import { openModelServer } from '../../test/doubles/model-server/server.ts';
import { scriptedAnswer } from '../../test/doubles/scripted-mind.ts';

const latencyMs = Number(process.argv[2]);
const server = await openModelServer({
  latencyMs,
  script: ({ schema, system, prompt }) => ({
    kind: 'answer',
    value: scriptedAnswer(schema ?? {}, `${system}\n${prompt}`),
  }),
});

const figures = () => ({
  calls: server.calls.length,
  failed: server.calls.filter(({ status }) => status !== 200).length,
  levels: levelsOf(server.calls),
  peak: peakOf(server.calls),
  inputTokens: server.calls.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
});

process.on('message', (message) => {
  if (message === 'clear') server.clear();
  process.send?.(figures());
});
process.on('disconnect', () => process.exit(0));
process.send?.({ url: server.url });
