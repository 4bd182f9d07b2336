// Light or dark: the system's choice until the reader makes one.

export type Theme = 'light' | 'dark';

const storageKey = 'planwright-theme';

export function restoreTheme(): void {
  const stored = read();
  if (stored !== undefined) document.documentElement.dataset.theme = stored;
}

export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Calls back when the system's choice changes; gives the way to stop that. */
export function onSystemTheme(run: () => void): () => void {
  const query = matchMedia('(prefers-color-scheme: dark)');
  query.addEventListener('change', run);
  return () => query.removeEventListener('change', run);
}

/** Calls back when the theme of the page changes, by whomever; gives the way to stop that. */
export function onTheme(run: () => void): () => void {
  const stop = onSystemTheme(run);
  const chosen = new MutationObserver(run);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    stop();
    chosen.disconnect();
  };
}

export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Storage may be off; the choice then lasts until the page is closed.
  }
}

function read(): Theme | undefined {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : undefined;
  } catch {
    return undefined;
  }
}
