// The answer of the machine, and how a command is turned down.
import type { ErrorCode } from '../base/errors.ts';
import type { EventDraft } from './event-types.ts';

export interface Rejection {
  readonly code: ErrorCode;
  readonly message: string;
}

export type Decision =
  /** No events: what was asked for is so already. */
  | { readonly events: readonly EventDraft[]; readonly rejection?: undefined }
  | { readonly rejection: Rejection; readonly events?: undefined };

export const reject = (code: ErrorCode, message: string): Decision => ({
  rejection: { code, message },
});

export const leaseLost = (step: string): Decision =>
  reject('lease_lost', `The lease on ${step} is not yours any more. Claim new work.`);

export const notNow = (message: string): Decision => reject('not_allowed_now', message);
