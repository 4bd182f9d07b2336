// report.html as a reader opens it: from a folder, without a server, in every look, and on paper.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { renderHtml } from '../../src/plan/report/html/index.ts';
import { fullPlan } from '../support/full-plan.ts';
import { hostilePlans } from '../support/hostile-plan.ts';
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

let browser: Browser;
let folder: string;
let url: string;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  browser = await connectBrowser();
  folder = await mkdtemp(path.join(tmpdir(), 'planwright-report-'));
  url = await fileOf('report.html', renderHtml(fullPlan()));
});
beforeEach(async () => {
  watched = await openPage(browser, 'file:');
  ({ page } = watched);
});
afterEach(async () => {
  await watched.close();
});
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

async function fileOf(name: string, text: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, text);
  return pathToFileURL(file).href;
}

const isOpen = (id: string) =>
  page.evaluate(`document.getElementById('${id}').closest('details').open`);
const inView = (id: string) =>
  page.evaluate(`(() => { const box = document.getElementById('${id}').getBoundingClientRect();
    return box.height > 0 && box.top >= 0 && box.top < innerHeight; })()`);

describe('report.html in a browser', () => {
  it('[RH1] asks nothing of anybody: the only request is the file itself', async () => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(url);
    await page.getByRole('button', { name: 'Open all' }).click();
    await page.getByLabel('Search the report').fill('roof');
    expect(requests).toEqual([url]);
    expect(watched.faults).toEqual([]);
  });

  it('[RH2] the first screen shows all that a reader with two minutes wants', async () => {
    await page.goto(url);
    const last = await page.locator('header.first .card').last().boundingBox();
    expect(last && last.y + last.height).toBeLessThan(900);
    for (const name of ['Dates', 'Money', 'Biggest risks', 'In the next 24 hours'])
      expect(await page.getByRole('heading', { name }).isVisible()).toBe(true);
  });

  it('[RH10] a deep link opens what it leads to, also what is folded in what is folded', async () => {
    await page.goto(`${url}#task_2_1`);
    await expect.poll(() => inView('task_2_1')).toBe(true);
    expect(await isOpen('task_2_1')).toBe(true);
    expect(await isOpen('task_2_2')).toBe(false);
    await page.evaluate("location.hash = '#C1'");
    await expect.poll(() => inView('C1')).toBe(true);
    await page.evaluate("location.hash = '#nothing%'");
    expect(watched.faults).toEqual([]);
  });

  it('[RH10] a deep link opens what it leads to without any script', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${url}#task_2_1`);
    await plain.getByText('The inspector has signed the electrical certificate').waitFor();
    expect(await plain.getByLabel('Search the report').isVisible()).toBe(false);
    await context.close();
  });

  it('[RH11] search finds what is folded, counts it by section and goes from hit to hit', async () => {
    await page.goto(url);
    await page.keyboard.press('/');
    await page.keyboard.type('attacks: 1 overruled');
    await page.getByText('1 found', { exact: false }).waitFor();
    await page.getByLabel('Search the report').fill('Inspector Refused');
    await page.getByText('1 found; Enter goes to the next').waitFor();
    expect(await isOpen('failure-1')).toBe(false);
    await page.keyboard.press('Enter');
    await page.getByText('1 of 1').waitFor();
    expect(await isOpen('failure-1')).toBe(true);
    expect(await page.locator('.toc a[href="#premortem"]').getAttribute('data-hits')).toBe('1');
    await page.getByLabel('Search the report').fill('no such words');
    await page.getByText('Nothing found').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByLabel('Search the report').inputValue()).toBe('');
  });

  it('[RH11] the contents follow the reader', async () => {
    await page.goto(url);
    const current = page.locator('.toc a[aria-current]');
    expect(await current.innerText()).toBe('In two minutes');
    await page.getByRole('link', { name: 'Costs', exact: true }).click();
    await expect.poll(() => current.innerText()).toBe('Costs');
  });

  it('[RH12] tables are sorted by their numbers, the total stays last', async () => {
    await page.goto(`${url}#costs`);
    const rows = page.locator('#costs tbody tr td:nth-child(5)');
    const head = page.locator('#costs').getByRole('button', { name: 'Base' });
    await head.click();
    expect((await rows.allInnerTexts()).slice(0, 2)).toEqual(['120', '800']);
    await head.click();
    expect((await rows.allInnerTexts())[0]).toBe('13,500');
    expect((await rows.allInnerTexts()).at(-1)).toBe('51,007');
    expect(await page.locator('#costs th[aria-sort]').getAttribute('aria-sort')).toBe('descending');
  });

  it('[RH13] on paper everything is open, with and without script', async () => {
    const story = 'In August the inspector refused the permit.';
    for (const javaScriptEnabled of [true, false]) {
      const context = await browser.newContext({ javaScriptEnabled });
      const paper = await context.newPage();
      await paper.goto(url);
      expect(await paper.getByText(story).isVisible()).toBe(false);
      await paper.emulateMedia({ media: 'print' });
      await paper.getByText(story).waitFor();
      await paper.getByText('The inspector has signed the electrical certificate').waitFor();
      expect(await paper.getByRole('navigation').isVisible()).toBe(false);
      await context.close();
    }
  });

  it.each(looks)('[RH14] has no fault for readers of any kind: $name', async (look) => {
    await setLook(page, look);
    await page.goto(url);
    await keepScreenshot(page, `report-${look.name}`);
    await page.getByRole('button', { name: 'Open all' }).click();
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowPx(page)).toBe(0);
    await page.locator('#schedule').scrollIntoViewIfNeeded();
    await keepScreenshot(page, `report-schedule-${look.name}`);
    expect(watched.faults).toEqual([]);
  });

  it('[RH14] the theme can be switched', async () => {
    await setLook(page, { width: 1440, scheme: 'light' });
    await page.goto(url);
    await page.getByRole('button', { name: 'Dark' }).click();
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
      'rgb(14, 17, 22)',
    );
    await page.getByRole('button', { name: 'Light' }).waitFor();
  });

  it('[RH8] hostile text in every field does nothing, and fits on a narrow screen', async () => {
    for (const [index, plan] of hostilePlans().plans.entries()) {
      const hostile = await fileOf(`hostile-${index}.html`, renderHtml(plan));
      await setLook(page, { width: 390, scheme: 'light' });
      await page.goto(hostile);
      await page.getByRole('button', { name: 'Open all' }).click();
      const active = await page.evaluate(`[...document.querySelectorAll('*')].filter((node) =>
        node.matches('img, iframe, object, embed, form, base, link, script:not(:last-of-type), style ~ style') ||
        [...node.attributes].some(({ name, value }) =>
          name.startsWith('on') || name === 'style' || (name === 'href' && !value.startsWith('#')))).length`);
      expect(active).toBe(0);
      expect(await overflowPx(page)).toBe(0);
    }
    expect(watched.faults).toEqual([]);
  });
});
