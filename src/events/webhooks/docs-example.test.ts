// The example of docs/webhooks.md, run as it stands there.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { signedHeaders, signingKey, webhookSecret } from './sign.ts';

type IsGenuine = (
  secret: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  nowSeconds?: number,
) => boolean;

const page = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');
const code = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';

async function load(): Promise<IsGenuine> {
  const url = `data:text/javascript,${encodeURIComponent(code)}`;
  const module = (await import(/* @vite-ignore */ url)) as { isGenuine: IsGenuine };
  return module.isGenuine;
}

describe('the example of the webhook page', () => {
  const secret = webhookSecret('server', 'hook_a', 2);
  const old = webhookSecret('server', 'hook_a', 1);
  const timestampSeconds = 1_700_000_000;
  const part = { id: 'msg_1', timestampSeconds, body: '{"type":"run.events"}' };
  const signed = (...secrets: string[]) => signedHeaders(secrets.map(signingKey), part);

  it('[WH13] takes what we sign, also with two secrets', async () => {
    const isGenuine = await load();
    expect(isGenuine(secret, signed(secret), part.body, timestampSeconds + 10)).toBe(true);
    expect(isGenuine(old, signed(secret, old), part.body, timestampSeconds)).toBe(true);
  });

  it('[WH13] refuses another body, id, time, secret and what is too old', async () => {
    const isGenuine = await load();
    const headers = signed(secret);
    const now = timestampSeconds;
    const later = { ...headers, 'webhook-timestamp': String(now + 1) };
    expect(isGenuine(secret, headers, '{}', now)).toBe(false);
    expect(isGenuine(secret, { ...headers, 'webhook-id': 'msg_2' }, part.body, now)).toBe(false);
    expect(isGenuine(secret, later, part.body, now)).toBe(false);
    expect(isGenuine(old, headers, part.body, now)).toBe(false);
    expect(isGenuine(secret, headers, part.body, now + 301)).toBe(false);
    expect(isGenuine(secret, { ...headers, 'webhook-signature': 'v1,' }, part.body, now)).toBe(
      false,
    );
  });

  it('[WH13] is short', () => {
    expect(code.trim().split('\n').length).toBeLessThanOrEqual(15);
  });
});
