// The inbox on the page: signed in by a one-time link, what is due first on top, settled by buttons.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PlanwrightClient } from '../../sdk/index.ts';
import { cleanEnv, launcher, type ServerProcess, startServer } from '../support/server.ts';
import {
  axeFindings,
  keepScreenshot,
  looks,
  openPage,
  overflowPx,
  setLook,
  type WatchedPage,
} from './browser-page.ts';
import { startExecution } from './crew.ts';
import { connectBrowser } from './run-browser.ts';

let browser: Browser;
let server: ServerProcess;
let client: PlanwrightClient;
let watched: WatchedPage;
let page: Page;
let run: string;

const steps = [
  {
    ...{ step_id: 'extra_1', title: 'Mail the offer', action: 'send_email' },
    ...{ params: { to: 'hot leads', count: 10 }, approval: true, due_hours: 2, priority: 9 },
  },
  {
    ...{ step_id: 'extra_2', title: 'Taste the bread', action: 'taste_bread' },
    ...{ performer: 'human' as const, description: 'Is it salty enough?', due_hours: 30 },
  },
];

const linkOf = async (): Promise<string> => {
  const args = ['open', '--url', server.url, '--json'];
  const env = cleanEnv({ PLANWRIGHT_HOME: server.home });
  const { stdout } = await promisify(execFile)(launcher, args, { env });
  return (JSON.parse(stdout) as { url: string }).url;
};

beforeAll(async () => {
  browser = await connectBrowser();
  server = await startServer();
  client = new PlanwrightClient({ url: server.url });
});
beforeEach(async () => {
  run = (await startExecution(server.url, 'Open a small bakery in Lyon')).executionId;
  await client.patchExecution(run, { base_rev: 1, add: steps });
  watched = await openPage(browser, server.url);
  ({ page } = watched);
});
afterEach(async () => {
  await client.controlExecution(run, { action: 'kill' });
  await watched.close();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const button = (name: string) => page.getByRole('button', { name });
const card = (title: string) => page.getByRole('listitem').filter({ hasText: title });
const stateOf = async (step: string) =>
  (await client.executionTasks(run)).tasks.find(({ step_id }) => step_id === step)?.state;

async function signIn(): Promise<void> {
  await page.goto(await linkOf());
  await button('Sign out').waitFor();
}

describe('the inbox', () => {
  it('[UI16] says what to run, and has no buttons, while nobody is signed in', async () => {
    await page.goto(`${server.url}/#/inbox`);
    await page.getByText('planwright open', { exact: true }).waitFor();
    await card('Mail the offer').waitFor();
    expect(await button('Approve exactly this').count()).toBe(0);
    expect(await button('Take it').count()).toBe(0);
    expect(watched.faults).toEqual([]);
  });

  it('[UI13] a link signs in once, and is not left in the address', async () => {
    const link = await linkOf();
    await page.goto(link);
    await button('Sign out').waitFor();
    expect(page.url()).toBe(`${server.url}/#/inbox`);
    const cookies = await page.context().cookies();
    expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict' }]);
    // It lasts over a reload.
    await page.reload();
    await button('Sign out').waitFor();
    const other = await openPage(browser, server.url);
    await other.page.goto(link);
    await other.page.getByText('This link was used already').waitFor();
    await other.close();
    for (const text of [server.stdout(), server.stderr()]) expect(text).not.toContain('pw_ticket');
    await button('Sign out').click();
    await page.getByText('planwright open', { exact: true }).waitFor();
    expect(watched.faults).toEqual([]);
  });

  it('[UI15] what is due first is on top, and an approval says exactly what it is of', async () => {
    await signIn();
    await page.getByLabel('Exactly what is to be approved').waitFor();
    const titles = await page.getByRole('heading', { level: 2 }).allInnerTexts();
    expect(titles).toEqual(['Mail the offer', 'Taste the bread']);
    const text = await page.getByLabel('Exactly what is to be approved').innerText();
    expect(JSON.parse(text)).toMatchObject({ action: 'send_email', params: { count: 10 } });
    await page.getByText(/due in 1 h 5\d min|due in 2 h/).waitFor();
    await button('Approve exactly this').click();
    await card('Mail the offer').waitFor({ state: 'detached' });
    expect(await stateOf('extra_1')).toBe('QUEUED');
    expect(watched.faults).toEqual([]);
  });

  it('[UI15] something else is approved instead', async () => {
    await signIn();
    await page.getByText('Approve something else instead').click();
    await page.getByLabel('Parameters, as JSON').fill('{ "count": 1 }');
    await button('Approve this instead').click();
    await card('Mail the offer').waitFor({ state: 'detached' });
    const { step } = await client.claimWork({ execution_id: run, wait_seconds: 0 });
    expect(step).toMatchObject({ step_id: 'extra_1', params: { count: 1 } });
  });

  it('[UI15] a task is taken, given back, taken again and done', async () => {
    await signIn();
    await button('Take it').click();
    await button('Give it back').click();
    await button('Take it').click();
    await page.getByLabel('What came of it').fill('Salty enough.');
    await button('Done').click();
    await card('Taste the bread').waitFor({ state: 'detached' });
    expect(await stateOf('extra_2')).toBe('COMPLETE');
    expect(watched.faults).toEqual([]);
  });

  it.each(looks)('[UI8] has no fault for readers of any kind: $name', async (look) => {
    await setLook(page, look);
    await page.goto(`${server.url}/#/inbox`);
    await page.getByText('planwright open', { exact: true }).waitFor();
    await card('Mail the offer').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await keepScreenshot(page, `inbox-out-${look.name}`);
    await signIn();
    await button('Approve exactly this').waitFor();
    await button('Take it').click();
    await button('Give it back').waitFor();
    await page.getByText('Approve something else instead').click();
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowPx(page)).toBe(0);
    await keepScreenshot(page, `inbox-${look.name}`);
  });
});
