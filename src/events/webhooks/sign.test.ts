import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signedHeaders, signingKey, webhookSecret } from './sign.ts';

describe('signatures', () => {
  it('[WH13] are those of Standard Webhooks', () => {
    // An example that the implementations of the standard are tested with.
    const key = signingKey('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
    const part = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestampSeconds: 1_614_265_330,
      body: '{"test": 2432232314}',
    };
    expect(signedHeaders([key], part)).toEqual({
      'content-type': 'application/json',
      'webhook-id': part.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('[WH13] cover id, time and body: another of each has another signature', () => {
    const part = { id: 'msg_1', timestampSeconds: 5, body: '{}' };
    const key = Buffer.alloc(32, 7);
    const sign = (change: object) =>
      signedHeaders([key], { ...part, ...change })['webhook-signature'];
    const mac = createHmac('sha256', key).update('msg_1.5.{}').digest('base64');
    expect(sign({})).toBe(`v1,${mac}`);
    expect(sign({ body: Buffer.from('{}') })).toBe(`v1,${mac}`);
    const others = [sign({ id: 'msg_2' }), sign({ timestampSeconds: 6 }), sign({ body: '[]' })];
    expect(new Set([sign({}), ...others]).size).toBe(4);
  });

  it('[WH14] two secrets give two signatures, the new one first', () => {
    const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const part = { id: 'msg_1', timestampSeconds: 5, body: '{}' };
    const one = signedHeaders([first], part)['webhook-signature'];
    const two = signedHeaders([second], part)['webhook-signature'];
    expect(signedHeaders([first, second], part)['webhook-signature']).toBe(`${one} ${two}`);
  });

  it('[WH14] a secret is 32 bytes of its own for each webhook, version and server', () => {
    const secret = webhookSecret('server', 'hook_a', 1);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(signingKey(secret)).toHaveLength(32);
    const others = [
      webhookSecret('server', 'hook_a', 2),
      webhookSecret('server', 'hook_b', 1),
      webhookSecret('other', 'hook_a', 1),
    ];
    expect(new Set([secret, ...others]).size).toBe(4);
    expect(webhookSecret('server', 'hook_a', 1)).toBe(secret);
  });
});
