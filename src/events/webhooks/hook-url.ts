// Addresses that may be registered. Whether they may be reached is decided at connect, every time.
import { PlanwrightError } from '../../base/errors.ts';

const refused = (why: string): PlanwrightError =>
  new PlanwrightError('INVALID_ARGUMENTS', `url: ${why}`);

/** As it will be called; the message never repeats it, since it may hold a secret. */
export function checkedHookUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null) throw refused('must be a URL such as https://example.org/hooks.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw refused('must begin with https:// or http://.');
  }
  if (url.username !== '' || url.password !== '') {
    throw refused('must hold no user name or password; messages are signed instead.');
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
