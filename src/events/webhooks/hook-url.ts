// Addresses that may be registered. What a name resolves to is checked at connect, every time; an
// address or a name of this machine is refused here already.
import { isPrivateHost } from '../../base/address.ts';
import { PlanwrightError } from '../../base/errors.ts';

const refused = (why: string): PlanwrightError =>
  new PlanwrightError('INVALID_ARGUMENTS', `url: ${why}`);

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * As it will be called; the message never repeats it, since it may hold a secret. `allow` holds the
 * private host:port pairs of the operator's configuration.
 */
export function checkedHookUrl(text: string, allow: readonly string[] = []): string {
  const url = URL.parse(text);
  if (url === null) throw refused('must be a URL such as https://example.org/hooks.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw refused('must begin with https:// or http://.');
  }
  if (url.username !== '' || url.password !== '') {
    throw refused('must hold no user name or password; messages are signed instead.');
  }
  const pair = `${url.hostname}:${url.port || defaultPorts[url.protocol]}`;
  if (isPrivateHost(url.hostname) && !allow.includes(pair)) {
    throw new PlanwrightError(
      'address_blocked',
      'url: must be on the public internet. The operator can allow a private address with PLANWRIGHT_FETCH_ALLOW.',
    );
  }
  url.hash = '';
  return url.href;
}

/** Fit to be shown and logged. */
export function shownUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null) return '';
  return `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`;
}
