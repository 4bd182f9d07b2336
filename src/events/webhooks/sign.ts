// Standard Webhooks: what a message is signed with, and how. A secret is derived from the server's
// own, so it is stored nowhere and can be shown only while somebody asks for it to be made.
import { createHmac, hash } from 'node:crypto';
import type { Rows } from '../../store/tables.ts';

/** How long the secret before still signs after a new one was made. */
export const oldSecretMs = 24 * 3_600_000;

const secretPrefix = 'whsec_';

/** The key in `uniques` that stands while the version before this one still signs. */
export const oldSecretKey = (hook: Pick<Rows['webhooks'], 'id' | 'secret_version'>): string =>
  `webhook-secret:${hook.id}:${hook.secret_version}`;

export function webhookSecret(serverSecret: string, hook: string, version: number): string {
  const text = `webhook:${hook}:${version}`;
  return `${secretPrefix}${createHmac('sha256', serverSecret).update(text).digest('base64')}`;
}

/** The bytes behind a shown secret. */
export const signingKey = (secret: string): Buffer =>
  Buffer.from(secret.slice(secretPrefix.length), 'base64');

export interface SignedPart {
  readonly id: string;
  readonly timestampSeconds: number;
  readonly body: string | Uint8Array;
}

function signature(key: Buffer, { id, timestampSeconds, body }: SignedPart): string {
  const mac = createHmac('sha256', key).update(`${id}.${timestampSeconds}.`).update(body);
  return `v1,${mac.digest('base64')}`;
}

export function signedHeaders(
  keys: readonly Buffer[],
  part: SignedPart,
): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    'webhook-id': part.id,
    'webhook-timestamp': String(part.timestampSeconds),
    'webhook-signature': keys.map((key) => signature(key, part)).join(' '),
  };
}

/** The same events give the same id, however often and by whichever server they are sent. */
export const messageId = (hook: string, run: string, fromSeq: number, toSeq: number): string =>
  `msg_${hash('sha256', `${hook}/${run}/${fromSeq}/${toSeq}`, 'hex').slice(0, 32)}`;
