// Signing in on the page: a ticket for whoever shows the key of a person, the cookie for whoever brings
// the ticket, and who that is. Not operations: they are about this page in this browser, and nothing else.
import type { Hono } from 'hono';
import { isoTime } from '../base/clock.ts';
import { PlanwrightError } from '../base/errors.ts';
import { readStrictJson } from '../base/strict-json.ts';
import { keyIdOf } from '../operations/principals.ts';
import type { Admission } from './admission.ts';
import { keyInHeaders } from './authenticate.ts';
import { readBodyBytes } from './json-body.ts';
import { hostOf } from './origin-guard.ts';
import { cookieName, type PageSessions, sessionMs } from './page-session.ts';

export const pageMethods: ReadonlyMap<string, readonly string[]> = new Map([
  ['/session', ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']],
  ['/session/ticket', ['POST', 'OPTIONS']],
]);

const maxTicketBytes = 1_024;
const noStore = { 'cache-control': 'no-store' };

/** No script reads it, and no page of another site sends it. */
const cookieOf = (value: string, seconds: number): string =>
  `${cookieName}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}`;

const notHere = (): PlanwrightError =>
  new PlanwrightError(
    'forbidden',
    'A page is signed in by a link only where nobody but this machine reaches the server. Use the key of a person.',
  );

async function ticketIn(request: Request): Promise<string> {
  const isJson = /^application\/json\b/i.test(request.headers.get('content-type') ?? '');
  if (!isJson) {
    const message = 'Send the body with content-type: application/json.';
    throw new PlanwrightError('unsupported_media_type', message);
  }
  const bytes = await readBodyBytes(request, maxTicketBytes).catch(() => null);
  const reading = bytes === null ? null : readStrictJson(bytes);
  const ticket = reading?.ok ? (reading.value as { ticket?: unknown } | null)?.ticket : undefined;
  if (typeof ticket === 'string') return ticket;
  throw new PlanwrightError('INVALID_ARGUMENTS', 'ticket: a text is needed.');
}

export interface PageRoutes {
  readonly admission: Admission;
  readonly sessions: PageSessions;
  readonly allowsLocal: boolean;
}

export function addPageRoutes(app: Hono, { admission, sessions, allowsLocal }: PageRoutes): void {
  app.post('/session/ticket', async (c) => {
    const principal = await admission.admit(c.req.raw);
    if (!allowsLocal) throw notHere();
    const key = keyInHeaders(c.req.raw.headers);
    if (principal.kind !== 'person' || key === null) {
      throw new PlanwrightError('forbidden', 'Only a person signs in: show the key of one.');
    }
    const host = hostOf(c.req.raw);
    const { ticket, until } = await sessions.newTicket(keyIdOf(key), host, principal);
    return Response.json({ ticket, expires_at: isoTime(until) }, { headers: noStore });
  });
  app.post('/session', async (c) => {
    await admission.admit(c.req.raw);
    if (!allowsLocal) throw notHere();
    const session = await sessions.redeem(await ticketIn(c.req.raw), c.req.raw);
    const headers = { ...noStore, 'set-cookie': cookieOf(session.cookie, sessionMs / 1_000) };
    const body = { page_token: session.pageToken, expires_at: isoTime(session.until) };
    return Response.json(body, { headers });
  });
  app.get('/session', async (c) => {
    const found = await sessions.principalOf(c.req.raw);
    const who = found && { id: found.principal.id, scopes: found.principal.scopes };
    return Response.json({ person: who, by_link: allowsLocal }, { headers: noStore });
  });
  app.delete('/session', () =>
    Response.json({ person: null }, { headers: { ...noStore, 'set-cookie': cookieOf('', 0) } }),
  );
}
