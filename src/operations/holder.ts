// Those who hold a lease: who calls, and what their token is about.
import { PlanwrightError } from '../base/errors.ts';
import type { HolderCall } from '../engine/engine-api.ts';
import type { Context } from './context.ts';

export const holderCall = (context: Context, token: string): HolderCall => ({
  tenant: context.principal.tenant,
  holder: context.principal.id,
  token,
});

/** What a token says it is for. True only once the engine has taken the token. */
export function placeOfToken(token: string): { readonly run: string; readonly step: string } {
  const [, run, step] = /^lt_([a-z]+_[0-9a-z]+)\.([a-z0-9_]+)\./.exec(token) ?? [];
  if (run !== undefined && step !== undefined) return { run, step };
  throw new PlanwrightError('lease_lost', 'This lease is not yours any more. Claim new work.');
}
