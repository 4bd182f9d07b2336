// A page of the system's Chromium that remembers everything that must not happen on ours: errors,
// calls to other origins, and what the content security policy refused.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, LaunchOptions, Page } from 'playwright-core';
import { findBrowser } from '../../scripts/lib/find-browser.ts';
import { isWhole } from '../support/size.ts';
import { watchdogMs } from '../support/watchdog.ts';

const outputFolder = fileURLToPath(new URL('../../test-output/e2e', import.meta.url));

const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export interface Look {
  readonly width: number;
  readonly scheme: 'light' | 'dark';
}

const everyLook = [1440, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ width, scheme, name: `${scheme}-${width}` })),
);

/** Wide and narrow, light and dark; usually each of these once. */
export const looks = isWhole
  ? everyLook
  : everyLook.filter(({ width, scheme }) => (width === 1440) === (scheme === 'light'));

export interface WatchedPage {
  readonly page: Page;
  /** Empty on a healthy page. */
  readonly faults: string[];
  readonly close: () => Promise<void>;
}

export async function launchOptions(): Promise<LaunchOptions> {
  const executablePath = await findBrowser({ install: false });
  if (executablePath === undefined) throw new Error('no Chromium: set CHROMIUM_PATH');
  return { executablePath, headless: true, args: browserArgs };
}

export async function openPage(browser: Browser, origin: string): Promise<WatchedPage> {
  // Without motion no color is caught half way by axe or by a picture.
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  context.setDefaultTimeout(watchdogMs);
  const page = await context.newPage();
  await setLook(page, { width: 1440, scheme: 'light' });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // A refused call is logged by the browser itself; the page shows it as a problem.
    const isCall = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isCall) faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) faults.push(`other origin: ${request.url()}`);
  });
  return { page, faults, close: () => context.close() };
}

export async function setLook(page: Page, { width, scheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: width < 1000 ? 844 : 900 });
  await page.emulateMedia({ colorScheme: scheme });
}

const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds against WCAG 2.2 AA, one line each. */
export async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // In the page and its frames, instead of in a blank page that gets megabytes of partial results.
    .setLegacyMode(true)
    // Of what passed nothing is described, which was half of the time.
    .options({ runOnly: wcagTags, resultTypes: ['violations'], preload: false })
    .analyze();
  return violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.html.slice(0, 200)}`),
  );
}

export async function keepScreenshot(page: Page, name: string): Promise<void> {
  await mkdir(outputFolder, { recursive: true });
  await page.screenshot({ path: path.join(outputFolder, `${name}.png`) });
}

/** Pixels that the page is wider than its window. */
export function overflowPx(page: Page): Promise<number> {
  return page.evaluate('Math.max(0, document.documentElement.scrollWidth - innerWidth)');
}

/** The tab goes to the background or comes back, as far as the page can tell. */
export async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate(
    `Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
     document.dispatchEvent(new Event('visibilitychange'));`,
  );
}
