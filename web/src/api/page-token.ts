// The half of a signed-in page that a script may hold: worth nothing without the cookie, which no script
// can read, and kept for this origin alone, port included.

const storageKey = 'planwright-page';
const tokenPattern = /^[0-9a-f]{64}$/;

let known: string | undefined;

/** Empty without one. */
export function pageToken(): string {
  known ??= read();
  return known;
}

export function keepPageToken(token: string): void {
  known = tokenPattern.test(token) ? token : '';
  try {
    localStorage.setItem(storageKey, known);
  } catch {
    // Storage may be off; it then lasts until the page is closed.
  }
}

function read(): string {
  try {
    const stored = localStorage.getItem(storageKey) ?? '';
    return tokenPattern.test(stored) ? stored : '';
  } catch {
    return '';
  }
}
