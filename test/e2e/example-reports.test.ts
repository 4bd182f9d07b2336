// The reports that ship, as a customer opens them: every look, on paper, and the first screen.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isWhole } from '../support/size.ts';
import {
  axeFindings,
  keepScreenshot,
  looks,
  openPage,
  overflowPx,
  setLook,
  type WatchedPage,
} from './browser-page.ts';
import { connectBrowser } from './run-browser.ts';

const shelf = fileURLToPath(new URL('../../examples', import.meta.url));
const names = readdirSync(shelf).filter((name) => existsSync(path.join(shelf, name, 'about.json')));

let browser: Browser;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  browser = await connectBrowser();
});
beforeEach(async () => {
  watched = await openPage(browser, 'file:');
  ({ page } = watched);
});
afterEach(() => watched.close());
afterAll(() => browser?.close());

// One renderer makes them all, and report-file.test.ts looks at a full report in every look: here the
// looks take turns.
const cases = names.map((name, index) => ({
  name,
  ownLooks: isWhole ? looks : looks.filter((_, at) => at === index % looks.length),
}));

describe.each(cases)('the report of the example $name', ({ name, ownLooks }) => {
  const url = pathToFileURL(path.join(shelf, name, 'report.html')).href;

  it('[RH40] asks nothing of anybody, and its first screen answers what is asked first', async () => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(url);
    for (const title of ['Dates', 'Money', 'Biggest risks', 'In the next 24 hours'])
      expect(
        await page.locator('header.first').getByRole('heading', { name: title }).isVisible(),
      ).toBe(true);
    expect(await page.locator('header.first').innerText()).toMatch(/Go|No-go|Stop/);
    await page.getByRole('button', { name: 'Open all' }).click();
    expect(requests).toEqual([url]);
    expect(watched.faults).toEqual([]);
  });

  it.each(ownLooks)('[RH40] has no fault for readers of any kind: $name', async (look) => {
    await setLook(page, look);
    await page.goto(url);
    await keepScreenshot(page, `example-${name}-${look.name}`);
    await page.getByRole('button', { name: 'Open all' }).click();
    expect(await overflowPx(page)).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('[RH40] is all open on paper', async () => {
    const folded = (): Promise<number> =>
      page.evaluate(`[...document.querySelectorAll('main details')].filter(
        (one) => !one.lastElementChild.checkVisibility()).length`);
    await page.goto(url);
    expect(await folded()).toBeGreaterThan(0);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(folded).toBe(0);
    await keepScreenshot(page, `example-${name}-print`);
  });
});
