// Asking for a plan with everything that can be said about it. Real server, real browser.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ServerProcess, startServer } from '../support/server.ts';
import { openPage, type WatchedPage } from './browser-page.ts';
import { checkLooks } from './look-check.ts';
import { connectBrowser } from './run-browser.ts';

const goal = 'Open a small bakery in Lyon by October 2027 with a budget of 60,000 EUR';

let browser: Browser;
let server: ServerProcess;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  browser = await connectBrowser();
  server = await startServer();
});
beforeEach(async () => {
  watched = await openPage(browser, server.url);
  ({ page } = watched);
  await page.goto(`${server.url}/#/new`);
  await page.getByText('Who thinks').waitFor();
});
afterEach(() => watched.close());
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const goalField = () => page.getByLabel('Goal', { exact: true });
const submit = () => page.getByRole('button', { name: 'Make a plan' });
const radio = (name: RegExp) => page.getByRole('radio', { name });

describe('the page for a new plan', () => {
  it('[UI8] passes axe in every look, empty and filled', async () => {
    await checkLooks('new-plan-empty', watched);
    await goalField().fill(goal);
    await page.getByText('An amount of money').waitFor();
    await checkLooks('new-plan', watched);
  });

  it('[UI17] says what can think here, and why something cannot', async () => {
    expect(await radio(/AI models/).isDisabled()).toBe(true);
    await page.getByText('No model is set up').waitFor();
    expect(await radio(/Rules only/).isChecked()).toBe(true);
    await radio(/Your own agent/).check();
    await page.getByText('work_claim').waitFor();
    await page.getByText('≤ 60 calls').waitFor();
  });

  it('[UI17] hints at what a goal leaves open, and refuses nothing for it', async () => {
    await goalField().fill('Open a shop');
    await page.getByText('No budget named').waitFor();
    await page.getByText('No place named').waitFor();
    await page.getByText('11 of 20,000 characters').waitFor();
    expect(await submit().isEnabled()).toBe(true);
    await page.getByRole('button', { name: 'Make a plan' }).click();
    await page.waitForURL(/#\/plans\/plan_/);
  });

  it('[FR16] tells kindly that a goal cannot be planned, and sends nothing', async () => {
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    await goalField().fill('asdf');
    await submit().click();
    await page.getByRole('alert').getByText('This is a placeholder').waitFor();
    expect(await page.evaluate('document.activeElement?.id')).toBe('goal');
    expect(sent).not.toContain('/api/plans/generate');
  });

  it('[UI17] asks for a goal where there is none, and stays', async () => {
    await submit().click();
    await page.getByRole('alert').getByText('Write what you want to get done.').waitFor();
    expect(await page.evaluate('document.activeElement?.id')).toBe('goal');
  });

  it('[UI5] [UI18] loses nothing by a call that fails, a reload or another page', async () => {
    const problem = { title: 'The store is busy', detail: 'Try in a moment.', status: 503 };
    await page.route('**/api/plans/generate', (route) =>
      route.fulfill({ status: 503, contentType: 'application/problem+json', json: problem }),
    );
    await goalField().fill(goal);
    await radio(/Your own agent/).check();
    await radio(/^Full/).check();
    await page.getByLabel('Start of the work').fill('2027-01-05');
    await submit().click();
    await page.getByRole('alert').getByText('Try in a moment.').waitFor();
    const kept = async () => ({
      goal: await goalField().inputValue(),
      start: await page.getByLabel('Start of the work').inputValue(),
      isFull: await radio(/^Full/).isChecked(),
      isAgent: await radio(/Your own agent/).isChecked(),
    });
    const all = { goal, start: '2027-01-05', isFull: true, isAgent: true };
    expect(await kept()).toEqual(all);
    await page.reload();
    await page.getByText('Who thinks').waitFor();
    expect(await kept()).toEqual(all);
    await page.goto(`${server.url}/#/`);
    const start = page.getByLabel('What do you want to get done?');
    expect(await start.inputValue()).toBe(goal);
    await page.getByRole('link', { name: 'More options' }).click();
    await page.getByText('Who thinks').waitFor();
    expect(await kept()).toEqual(all);
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('[UI17] sends what stands there by keyboard, and begins empty the next time', async () => {
    await page.getByRole('button', { name: 'Open a coffee shop' }).click();
    await page.getByLabel('Start of the work').fill('2027-02-01');
    const asked = page.waitForRequest('**/api/plans/generate');
    await goalField().press('Control+Enter');
    expect((await asked).postDataJSON()).toEqual({
      prompt: expect.stringContaining('coffee shop in Copenhagen'),
      brain: 'offline',
      start_date: '2027-02-01',
    });
    await page.getByRole('button', { name: 'Start execution' }).waitFor();
    await page.goto(`${server.url}/#/new`);
    await page.getByText('Who thinks').waitFor();
    expect(await goalField().inputValue()).toBe('');
    expect(watched.faults).toEqual([]);
  });
});
