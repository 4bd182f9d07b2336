import { describe, expect, it } from 'vitest';
import { isSecretName, maskText, maskValue } from './mask.ts';

const secrets = [
  ['a key', 'pw_01h2x_s3cr3tvalue'],
  ['a key with a prefixed id', 'pw_key_01h2x_s3cr3tvalue'],
  ['a lease token', 'lt_s3cr3tvalue'],
  ['the signature of a lease token', 'lt_exec_01h2x.task_1_1_a.1.s3cr3tvalue'],
  ['a database password', 'postgres://planner:s3cr3tvalue@db.example:5432/plans'],
  ['a password with a slash', 'postgres://planner:x/s3cr3tvalue@db.example/plans'],
  ['a password with an @', 'postgres://planner:x@s3cr3tvalue@db.example/plans'],
  ['a password with a quote', 'postgres://planner:x"s3cr3tvalue@db.example/plans'],
  ['a token as user name', 'https://s3cr3tvalue@code.example/repo'],
  ['an authorization header', 'Bearer s3cr3tvalue'],
  ['a provider key', 'sk-proj-s3cr3tvalue-0123456789'],
] as const;

describe('masking', () => {
  it.each(secrets)('[BA7] %s is masked inside a sentence', (_, text) => {
    const shown = maskText(`could not use ${text} today`);
    expect(shown).not.toContain('s3cr3tvalue');
    expect(shown).toMatch(/^could not use .*\[redacted\].* today$/);
  });

  it.each(secrets)('[BA7] %s is masked deep inside a value', (_, text) => {
    const error = new Error(`outer ${text}`, { cause: new Error(`inner ${text}`) });
    const value = { list: [{ note: text }], error, map: new Map([['x', text]]), [text]: 1 };
    expect(JSON.stringify(maskValue(value))).not.toContain('s3cr3tvalue');
  });

  it('[BA7] the full stop after a lease token stays', () => {
    expect(maskText('lost lt_exec_1.task_1.2.abc. Claim again.')).toBe(
      'lost lt_[redacted]. Claim again.',
    );
  });

  it('[BA7] ordinary text stays as it is', () => {
    const text =
      'GET http://127.0.0.1:4600/plans?limit=5 by key_01h2x for plan_0abc: halt_run, 5 %';
    expect(maskText(text)).toBe(text);
  });

  it('[BA7] a secret across the cut of a long text does not show by half', () => {
    for (let shift = 0; shift < 60; shift += 1) {
      const text = `${'a '.repeat(4_070)}${' '.repeat(shift)} postgres://u:s3cr3tvalue@h ${'b '.repeat(900)}`;
      expect(maskText(text)).not.toContain('s3c');
    }
  });

  it('[BA7] nor does it when masking made the text before it shorter', () => {
    const keys = `pw_k_${'z'.repeat(200)} `.repeat(10);
    for (let shift = 0; shift < 60; shift += 1) {
      const filler = ' '.repeat(8_792 - keys.length - shift);
      const text = `${keys}${filler}postgres://u:s3cr3tvalue@h ${'b '.repeat(900)}`;
      expect(maskText(text)).not.toContain('s3c');
    }
  });

  it('[BA7] long texts are cut and say so', () => {
    expect(maskText('x'.repeat(20_000))).toBe(`${'x'.repeat(8_192)}… [cut, 20000 characters]`);
  });

  it.each(['authorization', 'Proxy-Authorization', 'cookie', 'Set-Cookie', 'key', 'api_key'])(
    '[BA8] a field named %s is secret',
    (name) => {
      expect(isSecretName(name)).toBe(true);
    },
  );

  it.each(['secret', 'clientSecret', 'token', 'lease_token', 'leaseToken', 'password'])(
    '[BA8] a field named %s is secret, whatever it holds',
    (name) => {
      const shown = maskValue({ deep: [{ [name]: { any: 'thing' } }] });
      expect(shown).toEqual({ deep: [{ [name]: '[redacted]' }] });
    },
  );

  it.each(['database_url', 'databaseUrl', 'DATABASE_URL'])('[BA8] %s is secret', (name) => {
    expect(maskValue({ [name]: 'x' })).toEqual({ [name]: '[redacted]' });
  });

  it.each(['keys', 'key_id', 'max_tokens', 'task', 'monkey'])('[BA8] %s is shown', (name) => {
    expect(maskValue({ [name]: 'x' })).toEqual({ [name]: 'x' });
  });

  it('[BA8] a value that refers to itself, or is very wide, is bounded', () => {
    const ring: Record<string, unknown> = {};
    ring.self = ring;
    expect(JSON.stringify(maskValue(ring))).toContain('[too deep]');
    const wide = maskValue(Array.from({ length: 250 }, (_, index) => index)) as unknown[];
    expect(wide).toHaveLength(101);
    expect(wide.at(-1)).toBe('[150 more]');
  });

  it('[BA8] values without a JSON form are named instead', () => {
    const value = { a: 1n, b: () => 1, c: Buffer.from('abc'), d: new Date(0), e: new Date('x') };
    expect(maskValue(value)).toEqual({
      a: '1',
      b: '[function]',
      c: '[3 bytes]',
      d: '1970-01-01T00:00:00.000Z',
      e: 'invalid date',
    });
  });
});
