import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlanwrightError } from '../../base/errors.ts';
import { BoundedOutput } from './bounded-output.ts';
import { createRedactor, secretsOf } from './redact.ts';

const secret = fc.string({ minLength: 6, maxLength: 40, unit: 'grapheme-ascii' });

describe('redaction', () => {
  it('[TL28] takes a secret out wherever and however it stands', () => {
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (text, before, after) => {
        const { text: redact } = createRedactor([text]);
        const forms = [
          text,
          JSON.stringify(text).slice(1, -1),
          encodeURIComponent(text),
          Buffer.from(text).toString('hex'),
        ];
        for (const form of forms) {
          const shown = redact(`${before}${form}${after}`);
          // What is left may hold the secret only where the mark itself spells it.
          expect(shown.replaceAll('[redacted]', '\n')).not.toContain(form);
        }
      }),
    );
  });

  it('[TL28] also inside base64 of more, at any offset', () => {
    const { text: redact } = createRedactor(['correct-horse-battery']);
    for (const before of ['', 'a', 'ab', 'abc']) {
      const coded = Buffer.from(`${before}correct-horse-battery-and-more`).toString('base64');
      expect(redact(coded)).toContain('[redacted]');
      expect(Buffer.from(redact(coded).split('[')[0] ?? '', 'base64').toString()).not.toContain(
        'horse',
      );
    }
  });

  it('[TL28] the longer of two secrets leaves no rest', () => {
    const { text: redact } = createRedactor(['abcdef', 'abcdef-ghijkl']);
    expect(redact('x abcdef-ghijkl y abcdef z')).toBe('x [redacted] y [redacted] z');
  });

  it('[TL28] in names, values and errors, and nothing else changes', () => {
    const redactor = createRedactor(['topsecret']);
    expect(redactor.value({ a: ['topsecret', 1, null], topsecret: true })).toEqual({
      a: ['[redacted]', 1, null],
      '[redacted]': true,
    });
    const error = redactor.error(
      new PlanwrightError('conflict', 'at topsecret', { at: 'topsecret' }),
    );
    expect([(error as PlanwrightError).code, (error as Error).message]).toEqual([
      'conflict',
      'at [redacted]',
    ]);
    expect(JSON.stringify(error)).not.toContain('topsecret');
    expect(
      (redactor.error(new Error('topsecret', { cause: 'topsecret' })) as Error).cause,
    ).toBeUndefined();
    expect(createRedactor(['ab', '']).text('ab')).toBe('ab');
  });

  it('[TL28] the secrets of an environment are known by name, and passwords by their URL', () => {
    const secrets = secretsOf({
      OPENAI_API_KEY: 'sk-one',
      GITHUB_TOKEN: 'two',
      DATABASE_URL: 'postgres://user:p%40ss@db.example/x',
      PATH: '/usr/bin',
      EMPTY_TOKEN: '',
      NONE: undefined,
    });
    expect(secrets).toEqual(['sk-one', 'two', 'p%40ss', 'p@ss']);
  });

  it('[TL28] no cut of an output halves a secret', () => {
    const redactor = createRedactor(['uvwxyzUVWXYZ!?']);
    fc.assert(
      fc.property(
        fc.array(fc.nat(60), { maxLength: 30 }),
        fc.integer({ min: 10, max: 200 }),
        (gaps, max) => {
          const output = new BoundedOutput(max, redactor);
          for (const gap of gaps) output.add(Buffer.from(`${'.'.repeat(gap)}uvwxyzUVWXYZ!?`));
          const { text } = output.printed(redactor);
          expect(text).not.toMatch(/[vwxzUVWXYZ!?]/);
        },
      ),
    );
  });

  it('[TL24] an output within the limit is whole, over it start and end are kept', () => {
    const redactor = createRedactor([]);
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 50, unit: 'grapheme-ascii' })),
        fc.integer({ min: 1, max: 300 }),
        (parts, max) => {
          const output = new BoundedOutput(max, redactor);
          for (const part of parts) output.add(Buffer.from(part));
          const all = parts.join('');
          const { text: shown, isCut, bytes } = output.printed(redactor);
          const half = Math.ceil(max / 2);
          const [start, end] = isCut ? [all.slice(0, half), all.slice(-half)] : [all, all];
          expect([bytes, isCut, shown.startsWith(start), shown.endsWith(end)]).toEqual([
            all.length,
            all.length > max,
            true,
            true,
          ]);
        },
      ),
    );
  });
});
