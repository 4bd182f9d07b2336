import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentRef } from '../../test/support/run-driver.ts';
import { type EventDraft, eventVersions } from './event-types.ts';
import { chainHash, decodeEvent, emptyHead, encodeEvent, parseHeader } from './log-header.ts';

const run = 'exec_header1';
const note = (kind: unknown): EventDraft =>
  ({
    type: 'note.recorded',
    data: { by: 'agent_a', step: '', kind, reported_at: 7 },
    refs: { note: contentRef('ct_1') },
  }) as EventDraft;

const encode = (draft: EventDraft, at = 5) => encodeEvent(run, emptyHead, at, draft);

describe('a header', () => {
  it('[EN10] has sorted keys, no white space and nothing that is not there', () => {
    expect(encode({ type: 'run.admitted', data: {} }).header).toBe(
      '{"at":5,"data":{},"run":"exec_header1","seq":1,"type":"run.admitted","v":1}',
    );
    expect(encode(note('remark')).header).toBe(
      `{"at":5,"data":{"by":"agent_a","kind":"remark","reported_at":7,"step":""},"refs":{"note":{"digest":"${'ab'.repeat(32)}","id":"ct_1","size":1}},"run":"exec_header1","seq":1,"type":"note.recorded","v":1}`,
    );
  });

  it('[EN10] does not depend on the order in which its data was made', () => {
    const fields = { step: 'task_1', attempt: 1, holder: 'agent_a', lease_ms: 5 };
    const reversed = Object.fromEntries(Object.entries(fields).reverse()) as typeof fields;
    const first = encode({ type: 'step.leased', data: fields });
    expect(encode({ type: 'step.leased', data: reversed })).toEqual(first);
  });

  it.each([
    ['a fraction', 0.5],
    ['not a number', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['an unsafe integer', 2 ** 53],
    ['a sentence', 'two words'],
    ['a mail address', 'ada@example.org'],
    ['a path', 'a/b'],
    ['an accent', 'café'],
    ['a line break', 'a\nb'],
    ['a long text', 'a'.repeat(129)],
    ['null', null],
    ['true', true],
    ['nothing', undefined],
    ['a text in a list', ['fine', 'not fine']],
    ['a key that is a sentence', { 'two words': 1 }],
    ['a fraction far down', { a: { b: [{ c: 1.25 }] } }],
  ])('[EN10] refuses %s', (_, value) => {
    expect(() => encode(note(value))).toThrow(TypeError);
  });

  it('[EN10] refuses a time that is not a whole millisecond', () => {
    expect(() => encode({ type: 'run.admitted', data: {} }, 5.5)).toThrow('at is not an integer');
  });

  it('[EN10] never lets through what is not plain, whatever it is', () => {
    const plain = /^[A-Za-z0-9_.:-]{0,128}$/;
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 140 }), (text) => {
        let isTaken = true;
        try {
          encode(note(text));
        } catch {
          isTaken = false;
        }
        return isTaken === plain.test(text);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the chain', () => {
  it('[EN10] is SHA-256 over the hash before and the bytes as stored', () => {
    const first = encode({ type: 'run.admitted', data: {} });
    const second = encodeEvent(run, first, 6, note('remark'));
    const expected = createHash('sha256')
      .update(Buffer.from(first.hash, 'hex'))
      .update(second.header, 'utf8')
      .digest('hex');
    expect(second).toMatchObject({ seq: 2, hash: expected });
    expect(chainHash(first.hash, second.header)).toBe(expected);
    expect(emptyHead).toEqual({ seq: 0, hash: '0'.repeat(64) });
  });

  it('[EN10] changes with every byte of a header and with the hash before', () => {
    const { header, hash } = encode(note('remark'));
    for (let index = 0; index < header.length; index += 1) {
      const other = header.charCodeAt(index) ^ 1;
      const changed = `${header.slice(0, index)}${String.fromCharCode(other)}${header.slice(index + 1)}`;
      expect(chainHash(emptyHead.hash, changed)).not.toBe(hash);
    }
    expect(chainHash('1'.repeat(64), header)).not.toBe(hash);
  });
});

describe('reading a header', () => {
  it('[EN10] gives back what was written', () => {
    const draft = note('remark');
    expect(decodeEvent(encode(draft).header)).toEqual({ ...draft, run, seq: 1, at: 5 });
    expect(decodeEvent(encode({ type: 'run.admitted', data: {} }).header)).not.toHaveProperty(
      'refs',
    );
  });

  it.each(Object.entries(eventVersions))(
    '[EN11] refuses a %s newer than version %i',
    (type, version) => {
      const raw = { at: 1, data: {}, run, seq: 9, type, v: version + 1 };
      expect(() => decodeEvent(JSON.stringify(raw))).toThrow(
        expect.objectContaining({
          code: 'event_unknown',
          facts: { run, seq: 9, type, version: version + 1 },
        }),
      );
    },
  );

  it.each(['run.exploded', 'toString', '__proto__'])(
    '[EN11] refuses the unknown type %s',
    (type) => {
      const header = JSON.stringify({ at: 1, data: {}, run, seq: 1, type, v: 1 });
      expect(parseHeader(header).type).toBe(type);
      expect(() => decodeEvent(header)).toThrow(expect.objectContaining({ code: 'event_unknown' }));
    },
  );
});
