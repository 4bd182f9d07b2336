// Approving from the page: exactly what is to be done, and a button only for a person.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PlanwrightClient } from '../../sdk/index.ts';
import { type ServerProcess, startServer } from '../support/server.ts';
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

const mail = {
  step_id: 'extra_1',
  title: 'Mail the offer',
  action: 'send_email',
  params: { to: 'hot leads', count: 10 },
  approval: true,
};

beforeAll(async () => {
  browser = await connectBrowser();
  server = await startServer();
  client = new PlanwrightClient({ url: server.url });
});
beforeEach(async () => {
  run = (await startExecution(server.url, 'Open a small bakery in Lyon')).executionId;
  await client.patchExecution(run, { base_rev: 1, add: [mail] });
  watched = await openPage(browser, server.url);
  ({ page } = watched);
  await page.goto(`${server.url}/#/executions/${run}`);
  await shown().waitFor();
});
afterEach(() => watched.close());
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const shown = () => page.getByLabel('Exactly what is to be approved');
const button = (name: string) => page.getByRole('button', { name });
const stateOf = async () =>
  (await client.executionTasks(run)).tasks.find(({ step_id }) => step_id === 'extra_1')?.state;

async function giveKey(): Promise<void> {
  await page.getByLabel('Your key, to approve it').fill(server.personKey);
  await button('Use this key').click();
}

describe('what waits for an approval', () => {
  it('[FC18] is shown exactly, and cannot be approved without the key of a person', async () => {
    const text = await shown().innerText();
    expect(JSON.parse(text)).toMatchObject({ action: 'send_email', params: mail.params });
    expect(await button('Approve exactly this').count()).toBe(0);
    expect(watched.faults).toEqual([]);
  });

  it('[FC18] is approved by a person, and then goes on', async () => {
    await giveKey();
    await button('Approve exactly this').click();
    await shown().waitFor({ state: 'detached' });
    expect(await stateOf()).toBe('QUEUED');
    expect(watched.faults).toEqual([]);
  });

  it('[FC18] is rejected with a reason', async () => {
    await giveKey();
    await page.getByPlaceholder('Why not?').fill('Too many mails.');
    await button('Reject').click();
    await page.getByText('It was not approved: Too many mails.').first().waitFor();
    expect(await stateOf()).toBe('ERROR');
  });

  it('[FC18] a wrong key is refused in words, and asked for again', async () => {
    await page.getByLabel('Your key, to approve it').fill('pw_wrongkey_00000000000000000000');
    await button('Use this key').click();
    await button('Approve exactly this').click();
    await page.getByText('This key is not valid.').waitFor();
    await page.getByLabel('Your key, to approve it').waitFor();
    expect(await stateOf()).toBe('BLOCKED');
  });

  it.each(looks)('[FC18] has no fault for readers of any kind: $name', async (look) => {
    await setLook(page, look);
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowPx(page)).toBe(0);
    await giveKey();
    await button('Approve exactly this').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await keepScreenshot(page, `approval-${look.name}`);
  });
});
