import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../base/canonical-json.ts';
import { maskValue } from '../../../base/mask.ts';
import { type Cassette, formatCassette } from './cassette.ts';
import { CassetteMiss } from './cassette-miss.ts';
import { CassetteModel } from './cassette-model.ts';
import { readCassette } from './read-cassette.ts';
import { type AskedPrompt, type RecordedCall, recordCassette } from './record.ts';

const tokens = { input: 120, output: 30, reasoning: null, cached: 100 };
const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };

const call = (prompt: string, value: unknown = { name: 'x' }, more = {}): RecordedCall => ({
  stage: 'levers',
  system: 'You plan.\nThe goal: a bakery.',
  prompt,
  schema,
  reply: { kind: 'value', value },
  model: 'some-model',
  tokens,
  finish: 'stop',
  ...more,
});

const fileOf = (calls: readonly RecordedCall[]): string =>
  formatCassette(recordCassette(calls).cassette);
const replay = (calls: readonly RecordedCall[]): CassetteModel =>
  new CassetteModel(readCassette(fileOf(calls)));

function missOf(act: () => unknown): CassetteMiss {
  try {
    act();
  } catch (error) {
    if (error instanceof CassetteMiss) return error;
    throw error;
  }
  throw new Error('nothing was missed');
}

/** Texts without what a scrub takes out: those have tests of their own. */
const plainText = fc
  .string({ unit: 'grapheme', maxLength: 200 })
  .map((text) => text.replaceAll(/[/\\@:]/g, '.'));
const promptArbitrary: fc.Arbitrary<AskedPrompt> = fc.record({
  stage: fc.constantFrom('levers', 'scenarios', 'premise-attack'),
  system: plainText,
  prompt: fc.array(plainText, { maxLength: 6 }).map((lines) => lines.join('\n')),
  schema: fc.constantFrom(schema, null, { type: 'string' }),
});
const callArbitrary: fc.Arbitrary<RecordedCall> = fc
  .tuple(promptArbitrary, fc.jsonValue({ maxDepth: 4 }), fc.boolean())
  .map(([asked, value, isText]) => ({
    ...call(asked.prompt),
    ...asked,
    reply: isText
      ? { kind: 'text', text: JSON.stringify(value) }
      : { kind: 'value', value: JSON.parse(JSON.stringify(value)) as unknown },
  }));

describe('recording', () => {
  it('[RB1] the same calls give the same bytes, in whatever order they came', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(callArbitrary, {
          maxLength: 8,
          selector: (each) => canonicalJson([each.stage, each.system, each.prompt, each.schema]),
        }),
        fc.infiniteStream(fc.nat()),
        (calls, order) => {
          const mixed = calls
            .map((each) => ({ each, rank: order.next().value ?? 0 }))
            .sort((left, right) => left.rank - right.rank)
            .map(({ each }) => each);
          expect(fileOf(mixed)).toBe(fileOf(calls));
        },
      ),
    );
  });

  it('[RB1] a text stands once, line by line, under its digest', () => {
    const file = fileOf([call('one\ntwo'), call('one\nthree')]);
    const { entries, contents } = JSON.parse(file) as Cassette;
    expect(entries).toHaveLength(2);
    expect(Object.keys(contents)).toEqual(Object.keys(contents).toSorted());
    expect(Object.values(contents)).toContainEqual(['one', 'two']);
    expect(file.match(/The goal: a bakery/g)).toHaveLength(1);
    expect(file).toContain('"version": 1');
  });

  it('[RB1] a file that is read and written again is the same', () => {
    const file = fileOf([call('one'), call('two', { z: 1, a: [3, { y: null, b: 'x' }] })]);
    expect(formatCassette(readCassette(file))).toBe(file);
  });

  it('[RB3] what was recorded is replayed, value for value', () => {
    fc.assert(
      fc.property(fc.array(callArbitrary, { maxLength: 6 }), (calls) => {
        const model = replay(calls);
        for (const each of calls) {
          const same = calls.filter(
            (other) => canonicalJson(promptOf(other)) === canonicalJson(promptOf(each)),
          );
          const index = [...new Set(same.map((other) => canonicalJson(other.reply)))].indexOf(
            canonicalJson(each.reply),
          );
          const found = model.find(promptOf(each), index);
          expect(canonicalJson(found.reply)).toBe(canonicalJson(each.reply));
          expect(found).toMatchObject({ model: 'some-model', tokens, finish: 'stop' });
        }
      }),
    );
  });

  it('[RB3] the order of keys in a schema or a value is not part of it', () => {
    const turned = { required: ['name'], properties: { name: { type: 'string' } }, type: 'object' };
    const model = replay([call('one')]);
    expect(model.find({ ...promptOf(call('one')), schema: turned }).reply).toEqual({
      kind: 'value',
      value: { name: 'x' },
    });
  });

  it('[RB3] a reply to one stage is none to another', () => {
    const model = replay([call('one'), call('two', {}, { stage: 'scenarios' })]);
    expect(missOf(() => model.find({ ...call('one'), stage: 'scenarios' })).kind).toBe(
      'other_prompt',
    );
  });

  it('[RB6] several replies to one prompt are told apart by number, equal ones are one', () => {
    const calls = [
      call('one', { name: 'a' }),
      call('one', { name: 'b' }),
      call('one', { name: 'a' }),
    ];
    const model = replay(calls);
    const names = [0, 1].map((nth) => model.find(promptOf(call('one')), nth).reply);
    expect(names).toEqual([
      { kind: 'value', value: { name: 'a' } },
      { kind: 'value', value: { name: 'b' } },
    ]);
    const miss = missOf(() => model.find(promptOf(call('one')), 2));
    expect(miss.kind).toBe('no_more_replies');
    expect(miss.message).toContain('It has 2');
  });
});

const promptOf = ({ stage, system, prompt, schema: asked }: AskedPrompt): AskedPrompt => ({
  stage,
  system,
  prompt,
  schema: asked,
});

describe('a miss', () => {
  const lines = ['Write levers.', 'Budget: 50,000 euros.', 'Place: Lisbon.', 'Be short.'];
  const recorded = call(lines.join('\n'));

  it('[RB4] one changed character is named by part, line and column', () => {
    const parts = fc.constantFrom('system', 'prompt') as fc.Arbitrary<'system' | 'prompt'>;
    fc.assert(
      fc.property(parts, fc.nat(), fc.constantFrom('Z', '#', '9'), (part, at, char) => {
        const text = recorded[part];
        const index = at % text.length;
        fc.pre(text[index] !== char && text[index] !== '\n');
        const changed = text.slice(0, index) + char + text.slice(index + 1);
        const miss = missOf(() => replay([recorded]).find({ ...recorded, [part]: changed }));
        const before = text.slice(0, index).split('\n');
        expect(miss.difference).toMatchObject({
          part,
          line: before.length,
          column: (before.at(-1)?.length ?? 0) + 1,
        });
        expect(miss.difference?.asked).toContain(char);
      }),
    );
  });

  it('[RB4] added and missing lines and another schema are named too', () => {
    const model = replay([recorded]);
    const longer = missOf(() => model.find({ ...recorded, prompt: `${recorded.prompt}\nMore.` }));
    expect(longer.difference).toEqual({
      part: 'prompt',
      line: 5,
      column: 1,
      recorded: '(the end)',
      asked: 'More.',
    });
    const other = missOf(() => model.find({ ...recorded, schema: { ...schema, required: [] } }));
    expect(other.difference).toMatchObject({
      part: 'schema',
      asked: expect.stringContaining('[]'),
    });
  });

  it('[RB4] the nearest prompt of the stage is compared, not just any', () => {
    const others = ['Something else entirely.', lines.toReversed().join('\n'), 'Write risks.'];
    const model = replay([...others.map((prompt) => call(prompt)), recorded]);
    const asked = { ...recorded, prompt: recorded.prompt.replace('Lisbon', 'Porto') };
    const miss = missOf(() => model.find(asked));
    expect(miss.difference).toMatchObject({ line: 3, column: 8 });
    expect(miss.explain()).toContain('recorded: Place: Lisbon.');
    expect(miss.explain()).toContain('asked:    Place: Porto.');
    const [entry] = recordCassette([recorded]).cassette.entries;
    expect(miss.facts.nearest).toBe(entry?.asked.slice(0, 12));
  });

  it('[RB4] the words of a prompt are in no message, fact or log', () => {
    const canary = 'canary-in-a-prompt';
    const miss = missOf(() => replay([recorded]).find({ ...recorded, prompt: canary }));
    expect(miss.explain()).toContain('canary');
    const logged = [
      miss.message,
      JSON.stringify(miss.facts),
      JSON.stringify(maskValue(miss)),
      String(miss.stack),
    ];
    for (const text of logged) expect(text).not.toContain('canary');
    expect(JSON.stringify(miss)).not.toContain('canary');
  });

  it('[RB4] an unknown stage is answered with the stages that there are', () => {
    const model = replay([recorded]);
    expect(missOf(() => model.find({ ...recorded, stage: 'lever' })).message).toContain(
      'Did you mean "levers"?',
    );
    expect(missOf(() => model.find({ ...recorded, stage: 'risks' })).message).toContain(
      'It has: levers.',
    );
    expect(missOf(() => replay([]).find(recorded)).message).toContain('no stages');
  });

  it('[RB4] a line of a million characters is shown short', () => {
    const long = 'x'.repeat(1_000_000);
    const miss = missOf(() => replay([call(`${long}a${long}`)]).find(call(`${long}\u202e${long}`)));
    expect(miss.explain().length).toBeLessThan(700);
    expect(miss.explain()).toContain('\\u202e');
  });
});

describe('scrubbing', () => {
  const secrets = [
    'pw_live_abcdef0123456789abcdef',
    'sk-proj-abcdefghijklmnopqrstuvwxyz',
    'AIzaSyA0123456789abcdefghijklmnopqrstuv',
    'AKIAABCDEFGHIJKLMNOP',
    'ghp_abcdefghijklmnopqrstuvwxyz0123456789',
    'xoxb-123456789012-abcdefghij',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlc2ln',
  ];
  const places = [
    '/home/marta/plans',
    '/Users/marta/x',
    'C:\\Users\\marta\\x',
    '/tmp/run-1',
    '/root/x',
  ];

  it('[RB2] no secret and no folder of a person or a run gets into a file', () => {
    const words = [...secrets, ...places];
    const value = Object.fromEntries(words.map((word, index) => [`k${index} ${word}`, [word]]));
    const system = `The key is ${secrets[0]}; postgres://me:hunter22@db/x. The password: rabbit-7.`;
    const calls = [call(words.join('\n'), value, { system, model: `m ${secrets[1]}` })];
    const redact = (text: string): string => text.replaceAll('rabbit-7', '[redacted]');
    const { cassette, scrubbed } = recordCassette(calls, { redact });
    const file = formatCassette(cassette);
    for (const word of [...secrets, 'marta', '/tmp/run', 'hunter22', 'rabbit-7', '/root']) {
      expect(file).not.toContain(word);
    }
    expect(scrubbed).toEqual(['levers']);
    expect(recordCassette([call('a plain one')]).scrubbed).toEqual([]);
  });

  it('[RB2] another key, another home and another folder find the same reply', () => {
    const made = recordCassette([call(`key ${secrets[1]}, in /srv/work/a/x and /home/marta/x`)], {
      folders: { workspace: '/srv/work/a' },
    });
    const model = new CassetteModel(readCassette(formatCassette(made.cassette)), {
      folders: { workspace: '/data/b' },
    });
    const asked = call('key sk-other-zyxwvutsrqponmlkjihg, in /data/b/x and /home/jo/x');
    expect(model.find(asked).reply).toEqual({ kind: 'value', value: { name: 'x' } });
  });

  it('[RB2] ordinary text is left as it is', () => {
    const text =
      'See https://example.org/home/page, either/or, 50/50, and the /etc folder. Mail a@b.org.';
    const [entry] = recordCassette([call(text)]).cassette.entries;
    expect(recordCassette([call(text)]).cassette.contents[entry?.prompt ?? '']).toEqual([text]);
  });
});

function outcomeOf(file: string, asked: AskedPrompt): unknown {
  let cassette: Cassette;
  try {
    cassette = readCassette(file);
  } catch {
    return 'refused';
  }
  try {
    return new CassetteModel(cassette).find(asked).reply;
  } catch (error) {
    return error instanceof CassetteMiss ? 'missed' : error;
  }
}

describe('a file from outside', () => {
  const good = JSON.parse(fileOf([call('one'), call('two', { name: 'y' })])) as Cassette;
  const [first] = good.entries;
  const withEntry = (more: object): object => ({
    ...good,
    entries: [{ ...first, ...more }, good.entries[1]],
  });

  const hostile: readonly (readonly [name: string, file: string, why: RegExp])[] = [
    ['no JSON', '{"format": ', /not JSON/],
    ['code instead of JSON', 'export default globalThis.owned = true', /not JSON/],
    ['something else', '[]', /not as it should be/],
    ['another version', JSON.stringify({ ...good, version: 2 }), /version/],
    ['an unknown field', JSON.stringify({ ...good, onLoad: 'x' }), /unrecognized_keys/],
    ['an unknown field of an entry', JSON.stringify(withEntry({ run: 'x' })), /unrecognized_keys/],
    ['a stage that is a path', JSON.stringify(withEntry({ stage: '../../x' })), /entries.0.stage/],
    ['a changed digest', JSON.stringify(withEntry({ asked: '0'.repeat(64) })), /does not belong/],
    ['a missing text', JSON.stringify(withEntry({ prompt: 'a'.repeat(64) })), /no entry|missing/],
    [
      'a reply of another',
      JSON.stringify(withEntry({ reply: { kind: 'value', content: first?.prompt } })),
      /no entry|not JSON/,
    ],
    [
      'the same entry twice',
      JSON.stringify({ ...good, entries: [first, first, good.entries[1]] }),
      /twice/,
    ],
    ['a gap in the numbers', JSON.stringify(withEntry({ nth: 3 })), /miss/],
    [
      'a negative count',
      JSON.stringify(withEntry({ tokens: { ...tokens, input: -1 } })),
      /tokens.input/,
    ],
    ['a changed content', fileOf([call('one')]).replace('"one"', '"two"'), /was changed/],
    ['a content of nobody', JSON.stringify({ ...good, entries: [first] }), /no entry/],
    [
      'a prototype',
      fileOf([call('one')]).replace('"contents": {', '"contents": {"__proto__": ["x"],'),
      /name that nothing may have/,
    ],
    [
      'a constructor',
      fileOf([call('one')]).replace('"contents": {', '"contents": {"constructor": ["x"],'),
      /contents/,
    ],
    ['too many entries', JSON.stringify({ ...good, entries: Array(5_001).fill(first) }), /too_big/],
    ['a file that is too large', ' '.repeat(64_000_001), /too large/],
  ];

  it.each(hostile)('[RB5] %s is refused whole', (_name, file, why) => {
    expect(() => readCassette(file)).toThrow(why);
    expect(() => readCassette(file)).toThrow(/cannot be used/);
    expect(globalThis).not.toHaveProperty('owned');
    expect(Object.prototype).not.toHaveProperty('x');
  });

  it('[RB5] a value that is nested without end is refused, however deep', () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const { cassette } = recordCassette([call('one', { name: 'deep' })]);
    const file = fileOf([call('one', {}, { reply: { kind: 'text', text: deep } })]);
    expect(readCassette(file).entries).toHaveLength(cassette.entries.length);
    expect(() => readCassette(file.replace('"kind": "text"', '"kind": "value"'))).toThrow(
      /too deep/,
    );
    expect(() => recordCassette([call('one', JSON.parse(deep))])).toThrow(/too deep/);
  });

  it('[RB5] a message about a bad file says where, and nothing that stands there', () => {
    const file = JSON.stringify(withEntry({ model: 7, stage: 'canary in a stage' }));
    expect(() => readCassette(file)).toThrow(/entries\.0\.(?:stage|model)/);
    expect(() => readCassette(file)).not.toThrow(/canary/);
  });

  it('[RB5] any changed byte of a file is noticed or changes nothing that is replayed', () => {
    const file = fileOf([call('one two three', { name: 'value' })]);
    const asked = promptOf(call('one two three'));
    const reply = replay([call('one two three', { name: 'value' })]).find(asked).reply;
    fc.assert(
      fc.property(
        fc.nat({ max: file.length - 1 }),
        fc.constantFrom('x', '0', '"', '}'),
        (at, char) => {
          const changed = file.slice(0, at) + char + file.slice(at + 1);
          // Names, counts and finishes carry no digest; what was asked and answered does.
          expect([reply, 'refused', 'missed']).toContainEqual(outcomeOf(changed, asked));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('[RB5] reading a recording opens nothing and runs nothing', () => {
    const source = readFileSync(new URL('read-cassette.ts', import.meta.url), 'utf8');
    expect(source).not.toMatch(/\b(?:eval|Function\(|import\(|require|node:)/);
  });
});
