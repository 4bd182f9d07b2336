// The server's address as the caller gave it, checked once.

/** Without a trailing slash. Keys travel in a header, so an address with credentials is refused. */
export function parseBaseUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new TypeError('url must be an http or https address, such as http://127.0.0.1:4600');
  }
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('url must not hold credentials; give the key as `key`');
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
