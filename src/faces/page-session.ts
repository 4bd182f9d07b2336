// The person at the page, without a key in it. A one-time ticket, made for whoever shows the key of a
// person, is turned into a cookie that no script can read, and a second half that only our page keeps:
// cookies go to every port of a host, so that reading needs the cookie, and writing needs both.
import { isoTime } from '../base/clock.ts';
import { PlanwrightError } from '../base/errors.ts';
import { hmacHex, sameText } from '../base/hash.ts';
import { auditRow, changeBy, type Entry } from '../operations/audit-rows.ts';
import type { Principal, Services } from '../operations/context.ts';
import { principalOfKeyId } from '../operations/principals.ts';
import type { RowWrite } from '../store/store.ts';
import { hostOf, isFromHere } from './origin-guard.ts';

export const cookieName = 'planwright_page';
export const pageHeader = 'x-planwright-page';

export const ticketMs = 5 * 60_000;
export const sessionMs = 12 * 3_600_000;
const nonceChars = 24;

/** Signed words in one text: what it is, whose key it stands for, until when, and a number used once. */
const signedPattern =
  /^pw_(ticket|page)_([0-9a-z]{8,40})_([0-9a-z]{1,12})_([0-9a-z]{24})_([0-9a-f]{64})$/;
const radix = 36;

type Kind = 'ticket' | 'page';

interface Signed {
  readonly keyId: string;
  readonly until: number;
  readonly nonce: string;
}

export interface PageSession {
  readonly cookie: string;
  /** The half that the page keeps. */
  readonly pageToken: string;
  readonly until: number;
}

/** Who asks for a ticket. */
export type TicketMaker = Pick<Principal, 'tenant' | 'id' | 'kind'>;

type Parts = Pick<Services, 'reader' | 'engine' | 'ids' | 'now'>;

const invalid = (): PlanwrightError =>
  new PlanwrightError(
    'unauthorized',
    'This link was used already, is too old, or is not of this server. Make a new one: planwright open',
  );

const isSafe = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** A browser says where a call comes from; another site, or another port, is not our page. */
function isOfOurPage(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site === null) return isSafe(request) || request.headers.get('origin') !== null;
  return site === 'same-origin' || (site === 'none' && isSafe(request));
}

function cookieIn(request: Request): string | null {
  const pairs = (request.headers.get('cookie') ?? '').split(';');
  const pair = pairs.find((one) => one.trim().startsWith(`${cookieName}=`));
  return pair?.trim().slice(cookieName.length + 1) ?? null;
}

export class PageSessions {
  readonly #parts: Parts;
  /** Only while nobody but this machine can reach the server. */
  readonly #isLocal: boolean;

  constructor(parts: Parts, isLocal: boolean) {
    this.#parts = parts;
    this.#isLocal = isLocal;
  }

  /** For the key of a person, to be used once, with this name of the server. */
  async newTicket(keyId: string, host: string, by: TicketMaker) {
    const until = this.#parts.now() + ticketMs;
    const ticket = await this.#sign('ticket', keyId, until, host);
    const row = this.#audit(by, 'link.created', keyId, { expires_at: isoTime(until) });
    await this.#parts.engine.commit([{ rows: [row] }]);
    return { ticket, until };
  }

  #audit(
    by: TicketMaker,
    action: Entry['action'],
    subject: string,
    details: Entry['details'],
  ): RowWrite {
    return auditRow(changeBy(this.#parts, by), { tenant: by.tenant, action, subject, details });
  }

  async redeem(ticket: string, request: Request): Promise<PageSession> {
    if (!this.#isLocal || !isFromHere(request) || !isOfOurPage(request)) throw invalid();
    const host = hostOf(request);
    const { keyId, until, nonce } = await this.#read('ticket', ticket, host);
    const person = await this.#principal(keyId);
    const unique = `page-ticket:${nonce}`;
    const ends = this.#parts.now() + sessionMs;
    const row = this.#audit(person, 'link.used', keyId, { session_until: isoTime(ends) });
    const taken = { require: [{ unique, value: '', until }], rows: [row] };
    const [result] = await this.#parts.engine.commit([taken]);
    if (!result?.ok) throw invalid();
    const cookie = await this.#sign('page', keyId, ends, host);
    return { cookie, pageToken: await this.#pageToken(cookie), until: ends };
  }

  /** Who is at the page; null without a cookie that counts for this call. */
  async principalOf(request: Request): Promise<{ principal: Principal; cookie: string } | null> {
    const cookie = cookieIn(request);
    if (cookie === null || !this.#isLocal || !isFromHere(request)) return null;
    if (!isOfOurPage(request)) return null;
    if (!isSafe(request)) {
      const shown = request.headers.get(pageHeader) ?? '';
      if (!sameText(shown, await this.#pageToken(cookie))) return null;
    }
    try {
      return { principal: await this.principalOfCookie(cookie, hostOf(request)), cookie };
    } catch (error) {
      // What is over is as if it was not there: the page then says how to sign in.
      if (error instanceof PlanwrightError && error.code === 'unauthorized') return null;
      throw error;
    }
  }

  /** Throws `unauthorized` once it is over or its key is. Without a host, of any name. */
  async principalOfCookie(cookie: string, host: string): Promise<Principal> {
    return this.#principal((await this.#read('page', cookie, host)).keyId);
  }

  async #principal(keyId: string): Promise<Principal> {
    const { reader, now } = this.#parts;
    const principal = await principalOfKeyId(reader, keyId, now());
    if (principal.kind !== 'person') throw invalid();
    return principal;
  }

  async #secret(): Promise<string> {
    const secret = await this.#parts.reader.meta('secret');
    if (!secret) throw new PlanwrightError('storage_failed', 'The store has no secret.');
    return secret;
  }

  async #pageToken(cookie: string): Promise<string> {
    return hmacHex(await this.#secret(), `page-token|${cookie}`);
  }

  async #mac(kind: Kind, { keyId, until, nonce }: Signed, host: string): Promise<string> {
    return hmacHex(await this.#secret(), `page|${kind}|${keyId}|${until}|${nonce}|${host}`);
  }

  async #sign(kind: Kind, keyId: string, until: number, host: string): Promise<string> {
    const nonce = this.#parts.ids.secret(nonceChars);
    const mac = await this.#mac(kind, { keyId, until, nonce }, host);
    return `pw_${kind}_${keyId.slice('key_'.length)}_${until.toString(radix)}_${nonce}_${mac}`;
  }

  async #read(kind: Kind, text: string, host: string): Promise<Signed> {
    const [, is, key = '', time = '', nonce = '', mac = ''] = signedPattern.exec(text) ?? [];
    if (is !== kind) throw invalid();
    const signed = { keyId: `key_${key}`, until: Number.parseInt(time, radix), nonce };
    if (!sameText(mac, await this.#mac(kind, signed, host))) throw invalid();
    if (signed.until <= this.#parts.now()) throw invalid();
    return signed;
  }
}
