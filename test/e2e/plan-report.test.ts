// A finished plan and its report, as a reader meets them. Real server, real browser.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PlanwrightClient } from '../../sdk/index.ts';
import { exportFormats } from '../../src/contract/plan-export.ts';
import { fullPlan } from '../support/full-plan.ts';
import { type ServerProcess, startServer } from '../support/server.ts';
import { axeFindings, looks, openPage, setLook, type WatchedPage } from './browser-page.ts';
import { checkLooks } from './look-check.ts';
import { connectBrowser } from './run-browser.ts';

let browser: Browser;
let server: ServerProcess;
let planId: string;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  browser = await connectBrowser();
  server = await startServer();
  const client = new PlanwrightClient({ url: server.url });
  ({ plan_id: planId } = await client.importPlan({ plan: fullPlan() }));
});
beforeEach(async () => {
  watched = await openPage(browser, server.url);
  ({ page } = watched);
});
afterEach(() => watched.close());
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const frame = () => page.frameLocator('iframe[title="Report of this plan"]');
const inside = () => page.frames().find((one) => one.url().endsWith('/report.html'));
const isDarkInside = () =>
  inside()?.evaluate('getComputedStyle(document.documentElement).colorScheme === "dark"');
const fileUrl = (file: string) => `${server.url}/api/plans/${planId}/files/${file}`;
const goTo = (part: string) => page.goto(`${server.url}/#/plans/${planId}${part}`);

describe('the overview of a plan', () => {
  it('[UI22] its first screen says whether, when, for how much, and what to do tomorrow', async () => {
    await goTo('');
    await page
      .getByTestId('verdict')
      .getByText(/Go|No go/)
      .first()
      .waitFor();
    await page.getByText(/deadline Sep 30, 2027: \d+% odds/).waitFor();
    await page.getByText(/budget €60,000: \d+% odds/).waitFor();
    const bottomOf = async (name: string) => {
      const box = await page.getByRole('heading', { name, exact: true }).boundingBox();
      return box === null ? Number.POSITIVE_INFINITY : box.y + box.height;
    };
    const { height } = page.viewportSize() ?? { height: 0 };
    expect(await bottomOf('Next 24 hours')).toBeLessThan(height);
    expect(await bottomOf('4 risks')).toBeLessThan(height);
    await page.getByText('Call the harbor office').waitFor();
    expect(watched.faults).toEqual([]);
  });

  it('[UI22] shows checks with their findings and remedies, and passes axe in every look', async () => {
    await goTo('');
    await page.getByRole('heading', { name: 'Checks' }).waitFor();
    await page.getByText('To do:').first().waitFor();
    await checkLooks('overview', watched);
  });

  it('[UI24] lists every file, each to keep', async () => {
    await goTo('');
    const { files } = (await (await fetch(fileUrl('').replace(/\/$/, ''))).json()) as {
      files: { path: string }[];
    };
    expect(files.map(({ path }) => path)).toContain('report.html');
    await page.getByText('in folders').click();
    for (const { path } of files) {
      const link = page.getByRole('link', { name: path, exact: true });
      expect(await link.getAttribute('download')).toBe(path.split('/').at(-1));
    }
    const kept = page.waitForEvent('download');
    await page.getByRole('link', { name: 'plan.json', exact: true }).click();
    expect((await kept).suggestedFilename()).toBe('plan.json');
  });
});

describe('the download menu of a plan', () => {
  it('[EX12] has every format, and what is chosen is downloaded under the name of the plan', async () => {
    await goTo('');
    await page.getByText('Download', { exact: true }).click();
    const links = page.locator('a[href*="/export?format="]');
    const hrefs = await links.evaluateAll((all) =>
      all.map((one) => one.getAttribute('href') ?? ''),
    );
    expect(hrefs).toHaveLength(exportFormats.length);
    expect(new Set(hrefs.map((href) => href.split('=').at(-1)))).toEqual(new Set(exportFormats));
    for (const look of looks) {
      await setLook(page, look);
      expect(await axeFindings(page), look.name).toEqual([]);
      const box = await page.getByRole('link', { name: 'Word', exact: true }).boundingBox();
      expect(box?.x, look.name).toBeGreaterThanOrEqual(0);
    }
    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Word', exact: true }).click();
    expect((await coming).suggestedFilename()).toBe('tool-library-in-the-net-house.docx');
    expect(watched.faults).toEqual([]);
  });
});

describe('the report of a plan', () => {
  it('[UI23] is shown in a frame that cannot act as the page', async () => {
    await goTo('/report');
    await frame().getByRole('heading', { name: fullPlan().title }).first().waitFor();
    const inner = inside();
    expect(await inner?.evaluate('self.origin')).toBe('null');
    const tries = [
      'parent.document.title',
      'localStorage.length',
      'document.cookie',
      `fetch(${JSON.stringify(`${server.url}/api/plans`)}).then((answer) => answer.text())`,
    ];
    for (const script of tries) await expect(inner?.evaluate(script), script).rejects.toThrow();
  });

  it('[UI23] leads to its sections inside the frame', async () => {
    await goTo('/report');
    await frame().getByRole('link', { name: 'Risks', exact: true }).first().click();
    await frame().getByRole('heading', { name: /Risks/ }).first().waitFor();
    expect(page.url()).toContain('/report');
    expect(watched.faults).toEqual([]);
  });

  it('[UI23] opens in a tab of its own, and can be kept', async () => {
    await goTo('/report');
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Open in a tab' }).click();
    const tab = await opened;
    await tab.getByRole('heading', { name: fullPlan().title }).first().waitFor();
    expect(await tab.evaluate('self.origin')).toBe('null');
    const kept = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download', exact: true }).click();
    expect((await kept).suggestedFilename()).toBe('report.html');
    const { headers } = await fetch(fileUrl('report.html'));
    expect(headers.get('content-security-policy')).toMatch(/^sandbox allow-scripts /);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('[UI23] follows light and dark, and passes axe in every look', async () => {
    for (const look of looks) {
      await setLook(page, look);
      await goTo('/report');
      await page.reload();
      await frame().getByRole('heading', { name: fullPlan().title }).first().waitFor();
      expect({ look: look.name, axe: await axeFindings(page) }).toEqual({
        look: look.name,
        axe: [],
      });
    }
    expect(watched.faults).toEqual([]);
  });

  it('[UI23] takes the theme that was chosen on the page', async () => {
    await goTo('/report');
    await frame().getByRole('heading', { name: fullPlan().title }).first().waitFor();
    await expect.poll(isDarkInside).toBe(false);
    await page.getByRole('button', { name: 'Dark theme' }).click();
    await expect.poll(isDarkInside).toBe(true);
  });

  it('[UI23] of an older plan is its words', async () => {
    await page.route(`**/api/plans/${planId}/files`, async (route) => {
      const answer = await route.fetch();
      const { files } = (await answer.json()) as { files: { path: string }[] };
      const json = { plan_id: planId, files: files.filter(({ path }) => path !== 'report.html') };
      await route.fulfill({ response: answer, json });
    });
    await goTo('/report');
    await page
      .getByRole('article', { name: 'Report of this plan' })
      .locator('h2')
      .first()
      .waitFor();
    await checkLooks('report-words', watched);
    await page.unrouteAll({ behavior: 'wait' });
  });
});
