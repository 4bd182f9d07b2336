// A plan while it is being made: stages, what they wrote, stop and go on. Real server, a model that
// answers when the test lets it, real browser.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PlanwrightClient } from '../../sdk/index.ts';
import type { Script } from '../doubles/model-server/types.ts';
import { goodMind } from '../support/pipeline.ts';
import { openPage, setLook, type WatchedPage } from './browser-page.ts';
import { type GatedMinds, startGated } from './gated-minds.ts';
import { checkLooks } from './look-check.ts';
import { connectBrowser } from './run-browser.ts';

const goal = 'Open a tool library in Brindle Bay by 30 September 2027 for at most EUR 60,000';
const hostile =
  '<img src=x onerror="window.wasHit=1"> [press](javascript:window.wasHit=1) ![p](https://evil.example/p.png)';

/** One mind writes what must stay text. */
const hostileReview: Script = (request) => {
  const reply = goodMind(request);
  const value = 'value' in reply ? reply.value : undefined;
  const isReview = typeof value === 'object' && value !== null && 'contradictions' in value;
  return isReview ? { kind: 'answer', value: { ...value, reason: hostile } } : reply;
};

let browser: Browser;
let place: GatedMinds;
let client: PlanwrightClient;
let watched: WatchedPage;
let page: Page;
let count = 0;

beforeAll(async () => {
  browser = await connectBrowser();
});
beforeEach(async () => {
  place = await startGated(hostileReview);
  client = new PlanwrightClient({ url: place.server.url });
  watched = await openPage(browser, place.server.url);
  ({ page } = watched);
});
afterEach(async () => {
  await watched.close();
  await place.close();
});
afterAll(() => browser?.close());

/** A plan at `brief`, and its page. */
async function begin(): Promise<string> {
  count += 1;
  const wish = { prompt: `${goal}, number ${count}`, brain: 'model', detail: 'brief' } as const;
  const { plan_id: id } = await client.createPlan(wish);
  await page.goto(`${place.server.url}/#/plans/${id}`);
  await page.getByText('Cost so far').waitFor();
  return id;
}

const card = (name: string, state: string) =>
  page.locator(`[data-stage=${name}][data-state=${state}]`);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const reader = () => page.getByTestId('stage-reader');

describe('a plan being made', () => {
  it('[UI19] [UI20] shows its stages live, and each can be read as soon as it is written', async () => {
    const streams: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/stream')) streams.push(request.url());
    });
    await begin();
    await card('review', 'RUNNING').waitFor();
    await card('levers', 'QUEUED').waitFor();
    expect(await page.locator('[data-stage=review] a').count()).toBe(0);
    // The first level, and no more.
    place.letThrough(6);
    await card('purpose', 'COMPLETE').waitFor();
    await page.locator('[data-stage=purpose] a').click();
    await reader().getByRole('heading', { name: 'Purpose and domain' }).waitFor();
    await reader().locator('.markdown').waitFor();
    expect((await reader().locator('.markdown').innerText()).length).toBeGreaterThan(20);

    await page.keyboard.press('Escape');
    await reader().waitFor({ state: 'detached' });
    const focused = 'document.activeElement?.closest("[data-stage]")?.dataset.stage';
    expect(await page.evaluate(focused)).toBe('purpose');
    await card('levers', 'RUNNING').waitFor();
    // The log is read once, whatever is opened meanwhile.
    expect(streams).toHaveLength(1);
    expect(watched.faults).toEqual([]);
  });

  it('[UI20] what a mind wrote stays text: nothing of it acts or is loaded', async () => {
    await begin();
    place.letThrough(6);
    await page.locator('[data-stage=review] a').click();
    await reader().getByText('onerror').waitFor();
    expect(await reader().locator('img, script, [onerror], a[href^=javascript]').count()).toBe(0);
    expect(await page.evaluate('window.wasHit')).toBeUndefined();
    expect(watched.faults).toEqual([]);
  });

  it('[UI8] passes axe in every look, with a stage open and without', async () => {
    await begin();
    place.letThrough(6);
    await page.locator('[data-stage=review] a').waitFor();
    await checkLooks('making', watched);
    await setLook(page, { width: 1440, scheme: 'light' });
    await page.locator('[data-stage=review] a').click();
    await reader().locator('.markdown').waitFor();
    await checkLooks('stage', watched);
  });

  it('[UI21] is stopped, gone on with and finished, as the server says', async () => {
    const id = await begin();
    place.letThrough(6);
    await card('purpose', 'COMPLETE').waitFor();
    await button('Stop').click();
    await page.getByText('The making of this plan was stopped.').waitFor();
    expect((await client.planStatus(id)).state).toBe('stopped');
    expect(await button('Stop').count()).toBe(0);
    await button('Start anew').waitFor();
    await button('Go on').click();
    await button('Stop').waitFor();
    place.letAll();
    await page.getByRole('button', { name: 'Start execution' }).waitFor();
    expect(await button('Stop').count()).toBe(0);
    await page.getByRole('link', { name: 'Stages', exact: true }).click();
    await card('report', 'COMPLETE').waitFor();
    await page.getByText('The plan is ready.').waitFor();
    expect(await page.locator('[data-stage]:not([data-state=COMPLETE])').count()).toBe(0);
    expect(watched.faults).toEqual([]);
  });

  it('[UI21] follows what others do to it: a stop elsewhere changes the buttons here', async () => {
    const id = await begin();
    place.letThrough(2);
    await button('Stop').waitFor();
    await fetch(`${place.server.url}/api/plans/${id}/stop`, { method: 'POST' });
    await button('Go on').waitFor();
    await fetch(`${place.server.url}/api/plans/${id}/retry`, { method: 'POST' });
    await button('Stop').waitFor();
    expect(await button('Go on').count()).toBe(0);
  });
});
