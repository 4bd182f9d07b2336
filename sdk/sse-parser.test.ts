import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SseParser } from './sse-parser.ts';

const stream = [
  ': hello\n\n',
  'id: 1\ndata: {"a":1}\n\n',
  'id: 2\r\ndata: first\r\ndata: second\r\n\r\n',
  'event: telemetry\rdata: ü→🐕\r\r',
  'retry: 250\n\nevent: end\ndata\n\n',
].join('');

const expected = [
  { event: 'message', data: '{"a":1}', id: '1' },
  { event: 'message', data: 'first\nsecond', id: '2' },
  { event: 'telemetry', data: 'ü→🐕', id: null },
  { event: 'end', data: '', id: null },
];

describe('SSE parser', () => {
  it('[SD4] reads the same messages however the text is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(stream.length), { maxLength: 12 }), (cuts) => {
        const marks = [0, ...cuts.toSorted((a, b) => a - b), stream.length];
        const parser = new SseParser();
        const pieces = marks.slice(1).map((end, index) => stream.slice(marks[index], end));
        expect(pieces.flatMap((piece) => parser.push(piece))).toEqual(expected);
        expect(parser.retryMs).toBe(250);
      }),
    );
  });

  it('[SD4] hands out nothing that is not finished', () => {
    const parser = new SseParser();
    expect(parser.push('id: 3\ndata: half')).toEqual([]);
    expect(parser.push('\n')).toEqual([]);
    expect(parser.push('\n')).toEqual([{ event: 'message', data: 'half', id: '3' }]);
  });

  it('[SD4] refuses a message without end', () => {
    const parser = new SseParser();
    const piece = 'x'.repeat(1024 * 1024);
    expect(() => {
      for (let count = 0; count < 6; count += 1) parser.push(piece);
    }).toThrow(RangeError);
  });
});
