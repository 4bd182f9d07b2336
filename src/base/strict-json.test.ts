import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseStrictJson, readStrictJson } from './strict-json.ts';

const refused = (text: string): string | null => {
  const reading = parseStrictJson(text);
  return reading.ok ? null : reading.problem;
};

describe('JSON of callers', () => {
  it.each([
    ['{"a":1,"a":2}', '"a"'],
    ['{"x":[{"b":{"a":1}},{"a":0,"c":"}:{","a":1}]}', '"a"'],
    [String.raw`{"a":1,"\u0061":2}`, String.raw`"\u0061"`],
    ['{"a b" \n\t :1, "a b":2}', '"a b"'],
    [String.raw`{"q\"":1,"q\"":2}`, String.raw`"q\""`],
    ['{"1":0,"1":0}', '"1"'],
    [`{"${'k'.repeat(5_000)}":1,"${'k'.repeat(5_000)}":1}`, `"${'k'.repeat(59)}…`],
  ])('[AP14] a name that comes twice is refused and named: %#', (text, name) => {
    expect(refused(text)).toContain(name);
    expect(refused(text)?.length).toBeLessThan(200);
  });

  it.each([
    '1e999',
    '-1e999',
    '9007199254740993',
    '12345678901234567890',
    '-12345678901234567890',
    '12345678901234567890.5',
    '1'.repeat(400),
    '9.007199254740993e15',
    '12345678901234567890e0',
    '1234567890123456789012e-3',
    '0.0012345678901234567890e+22',
    '9007199254740991.5',
  ])('[AP14] the number %s is refused wherever it stands', (number) => {
    for (const text of [
      number,
      `{"a":${number}}`,
      `[1,{"b":[0,${number} ]}]`,
      `{"s":"1e5",  "a":${number}}`,
    ]) {
      expect(refused(text)).toContain(number.slice(0, 60));
    }
  });

  it.each([String.raw`{"a":"\u0000"}`, String.raw`{"a":["x\\\u0000y"]}`, String.raw`{"\u0000":1}`])(
    '[AP14] NUL is refused: %s',
    (text) => {
      expect(refused(text)).toContain('NUL');
    },
  );

  it.each([
    '{"a":{"a":1},"b":[{"a":1},{"a":1}]}',
    '{"a":":","b":"\\"a\\":1"}',
    String.raw`{"a":"\\u0000","b\\":"\\\\"}`,
    '9007199254740991',
    '[-9007199254740991,6.022e23,1E+300,1e22,0.1,-0.0,1.5e-7]',
    '[9007199254740992,100000000000000000,-1000e20,0.00123e30,12.50e18,1e21]',
    '{"n":6.022e23,"s":"12345678901234567890 1e999"}',
    '{"":0,"constructor":1,"toString":2}',
    '"text"',
    'null',
    '[]',
  ])('[AP14] %s is read as JSON.parse reads it', (text) => {
    expect(parseStrictJson(text)).toEqual({ ok: true, value: JSON.parse(text) as unknown });
  });

  it.each([
    ['{"a":"\xff"}', 'latin1'],
    ['{"a":"\xed\xa0\x80"}', 'latin1'],
    ['{"a":"\xc0\x80"}', 'latin1'],
    ['{"a":"\xe2\x82"}', 'latin1'],
  ] as const)('[AP14] bytes that are no UTF-8 are refused: %#', (text, encoding) => {
    expect(readStrictJson(Buffer.from(text, encoding))).toMatchObject({
      ok: false,
      isUnreadable: true,
    });
  });

  it('[AP14] UTF-8 is read', () => {
    const value = { a: 'Straße 😀', ключ: '\u{2028}' };
    expect(readStrictJson(Buffer.from(JSON.stringify(value)))).toEqual({ ok: true, value });
  });

  it('[AP14] every number of a text that was written from numbers is read', () => {
    const numbers = fc.array(fc.double({ noDefaultInfinity: true, noNaN: true }));
    fc.assert(
      fc.property(numbers, (value) => {
        expect(parseStrictJson(JSON.stringify(value)).ok).toBe(true);
      }),
    );
  });

  it.each([
    ['{\n"a": 1,\n"b": 2, "a": 3\n}', 'line 3'],
    ['[\n1,\n\n1e999]\n', 'line 4'],
  ])('[AP14] a refusal names the file and the line: %#', (text, line) => {
    const reading = parseStrictJson(text, 'tasks.json');
    expect(reading.ok ? '' : reading.problem).toMatch(/^tasks\.json /);
    expect(reading.ok ? '' : reading.problem).toContain(line);
    const bytes = Buffer.from('[\n"\xff"]', 'latin1');
    expect(readStrictJson(bytes, 'x.json')).toMatchObject({
      problem: 'x.json is not valid UTF-8 (line 2).',
    });
  });

  it('[AP14] what is no JSON is told apart', () => {
    expect(parseStrictJson('{')).toMatchObject({ ok: false, isUnreadable: true });
    expect(parseStrictJson('{"__proto__":1}')).toMatchObject({ ok: false, isUnreadable: false });
  });
});
