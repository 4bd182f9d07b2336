// Steering an execution from the page: pause, resume, answer, cancel. Real server, agent, browser.
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
import { type CrewPlace, type Made, startExecution } from './crew.ts';
import { connectBrowser } from './run-browser.ts';

const goal = 'Open a small bakery in Lyon with a budget of 60,000 EUR';

let browser: Browser;
let server: ServerProcess;
let place: CrewPlace & Made;
let client: PlanwrightClient;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  browser = await connectBrowser();
  server = await startServer();
  client = new PlanwrightClient({ url: server.url });
});
beforeEach(async () => {
  place = await startExecution(server.url, goal);
  watched = await openPage(browser, server.url);
  ({ page } = watched);
  await page.goto(`${server.url}/#/executions/${place.executionId}`);
  await page.getByTestId('live-state').getByText('Live').waitFor();
});
afterEach(() => watched.close());
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const stateBadge = (text: string) => page.getByTestId('run-state').getByText(text);

async function claim() {
  const taken = await client.claimWork({ execution_id: place.executionId });
  if (!taken.lease || !taken.step) throw new Error('there is no work');
  return { token: taken.lease.token, step: taken.step };
}

/** The two that differ most; the view itself is looked at in all of them in dashboard.test.ts. */
const extremes = looks.filter(({ name }) => name === 'light-1440' || name === 'dark-390');

async function checkLooks(name: string): Promise<void> {
  for (const look of extremes) {
    await setLook(page, look);
    const found = { axe: await axeFindings(page), overflowPx: await overflowPx(page) };
    expect({ look: look.name, ...found }).toEqual({ look: look.name, axe: [], overflowPx: 0 });
    await keepScreenshot(page, `${name}-${look.name}`);
  }
}

describe('the controls of an execution', () => {
  it('[UI12] pause stops the handing out, resume lets it go on', async () => {
    await button('Pause').click();
    await page.getByTestId('held').getByText('Paused').waitFor();
    const { claimed } = await client.claimWork({ execution_id: place.executionId });
    expect(claimed).toBe(false);
    await page.getByText('paused the execution').waitFor();
    await checkLooks('paused');
    await button('Resume').click();
    await button('Pause').waitFor();
    expect(await page.getByTestId('held').count()).toBe(0);
    await claim();
    expect(watched.faults).toEqual([]);
  });

  it('[UI12] a question is shown with a field, and the answer reaches the worker', async () => {
    const { token, step } = await claim();
    await client.askPerson({ lease_token: token, question: 'Which street do you prefer?' });
    const waits = page.getByRole('region', { name: 'Waits for' });
    await waits.getByText('Which street do you prefer?').waitFor();
    await checkLooks('question');
    await waits.getByLabel('Your answer').fill('Rue Mercière');
    await button('Answer').click();
    await waits.getByLabel('Your answer').waitFor({ state: 'detached' });
    const again = await claim();
    expect(again.step.step_id).toBe(step.step_id);
    expect(again.step.context.answer).toBe('Rue Mercière');
    expect(watched.faults).toEqual([]);
  });

  it('[UI12] a failed step can be tried again', async () => {
    const { token, step } = await claim();
    await client.failWork({ lease_token: token, class: 'policy', message: 'Not allowed.' });
    await stateBadge('Failed').waitFor();
    await keepScreenshot(page, 'failed-step');
    await button(`Try again ${step.title}`).click();
    await stateBadge('Running').waitFor();
    await page.getByTestId('live-state').getByText('Live').waitFor();
    expect((await claim()).step.step_id).toBe(step.step_id);
    expect(watched.faults).toEqual([]);
  });

  it('[UI12] cancel asks first, says that undo runs, and shows what stands', async () => {
    await client.patchExecution(place.executionId, {
      base_rev: 1,
      add: [
        {
          step_id: 'extra_1',
          title: 'Order the oven',
          action: 'order_oven',
          priority: 9,
          reversibility: 'irreversible',
        },
      ],
    });
    const { token, step } = await claim();
    expect(step.step_id).toBe('extra_1');
    await client.completeWork({ lease_token: token, output: { ordered: true } });
    await button('Cancel').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('is undone').waitFor();
    await keepScreenshot(page, 'cancel-dialog');
    await dialog.getByRole('button', { name: 'Go on with it' }).click();
    expect((await client.executionStatus(place.executionId)).state).not.toBe('CANCELLED');
    await button('Cancel').click();
    await dialog.getByRole('button', { name: 'Cancel the execution' }).click();
    await stateBadge('Canceled').waitFor();
    await page.getByRole('alert').getByText('Order the oven').waitFor();
    expect(await button('Pause').count()).toBe(0);
    expect(await button('Cancel').count()).toBe(0);
    await checkLooks('canceled');
    expect(watched.faults).toEqual([]);
  });

  it('[UI12] a plan that was stopped can go on', async () => {
    const { plan_id } = await client.createPlan({ prompt: `${goal}, stopped` });
    const { state } = await client.stopPlan(plan_id);
    expect(state).toBe('stopped');
    await page.goto(`${server.url}/#/plans/${plan_id}`);
    await page.getByText('The making of this plan was stopped.').waitFor();
    await checkLooks('stopped');
    await button('Go on').click();
    await button('Start execution').waitFor();
    expect(watched.faults).toEqual([]);
  });
});
