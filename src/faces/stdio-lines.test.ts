import { describe, expect, it } from 'vitest';
import { type LineRefusal, StdioLines } from './stdio-lines.ts';

async function sent(chunks: readonly Buffer[], maxBytes = 1_000) {
  const refused: LineRefusal[] = [];
  const lines = new StdioLines(maxBytes, (refusal) => refused.push(refusal));
  for (const chunk of chunks) lines.write(chunk);
  lines.end();
  const passed = Buffer.concat(await lines.toArray());
  return { passed: passed.toString('latin1'), refused: refused.map(({ id }) => id) };
}

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('lines of a stdio client', () => {
  const good = '{"id":1,"a":"\u00c3\u00a9"}\n';

  it('[AP14] pass as they are, however they are cut', async () => {
    const whole = bytes(`${good}${good}no JSON\n\n{"half":`);
    const single = [...whole].map((byte) => Buffer.from([byte]));
    for (const chunks of [[whole], single]) {
      expect(await sent(chunks)).toEqual({ passed: whole.toString('latin1'), refused: [] });
    }
  });

  it.each([
    ['{"id":7,"a":1,"a":2}\n', 7],
    ['{"id":"x","a":1e999}\n', 'x'],
    ['{"id":{},"a":12345678901234567890}\n', null],
    ['{"id":7,"a":"\\u0000"}\n', 7],
    ['{"id":7,"a":"\xff"}\n', 7],
    ['{"a":"\xff"\n', null],
  ])('[AP14] %j is answered instead of passed', async (line, id) => {
    expect(await sent([bytes(`${good}${line}${good}`)])).toEqual({
      passed: good + good,
      refused: [id],
    });
  });

  it('[AP14] a line over the limit is left to the protocol', async () => {
    const long = `{"a":"${'x'.repeat(2_000)}`;
    expect((await sent([bytes(long)])).passed).toBe(long);
  });
});
