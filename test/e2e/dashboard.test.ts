// The page as a person meets it: real server, real agents, real browser.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PlanwrightClient } from '../../sdk/index.ts';
import { createTestDatabase } from '../support/database.ts';
import { type ServerProcess, startServer } from '../support/server.ts';
import { keepScreenshot, openPage, setVisibility, type WatchedPage } from './browser-page.ts';
import {
  type Crew,
  type CrewPlace,
  dealActions,
  failOnce,
  type Made,
  startAgents,
  startApprover,
  startExecution,
  startPerson,
  untilStatus,
} from './crew.ts';
import { type CutProxy, startCutProxy } from './cut-proxy.ts';
import { checkLooks } from './look-check.ts';
import { connectBrowser } from './run-browser.ts';
import { gzipBytes } from './web-build.ts';

const goal =
  'Prospect dog breeders in Connecticut, approach 10 hot leads and close 3 website deals in 8 weeks.';

let browser: Browser;
const cleanUps: (() => Promise<unknown>)[] = [];
const later = <T>(value: T, cleanUp: (value: T) => Promise<unknown>): T => {
  cleanUps.unshift(() => cleanUp(value));
  return value;
};

const open = async (url: string): Promise<WatchedPage> =>
  later(await openPage(browser, url), (watched) => watched.close());

beforeAll(async () => {
  browser = await connectBrowser();
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});
afterAll(() => browser?.close());

const row = (page: Page, name: string, state: string) =>
  page.locator(`[role=row][data-state=${state}]`, { hasText: name });

/** The agent works on, once the page has shown that it does. */
function untilShown(page: Page, name: string) {
  let wasShown = false;
  return async (_step: unknown, context: { progress(percent: number, note: string): void }) => {
    if (wasShown) return;
    wasShown = true;
    context.progress(40, `${name} is on it`);
    await row(page, name, 'RUNNING').getByText('40%').first().waitFor();
    await row(page, name, 'RUNNING').getByText(`${name} is on it`).first().waitFor();
  };
}

interface Place {
  readonly page: ServerProcess;
  readonly agents: ServerProcess;
}

async function oneServer(): Promise<Place> {
  const server = later(await startServer(), (one) => one.close());
  return { page: server, agents: server };
}

async function twoServers(): Promise<Place> {
  const { url: databaseUrl } = later(await createTestDatabase(), (database) => database.drop());
  const page = later(await startServer({ databaseUrl }), (one) => one.close());
  const agents = later(await startServer({ databaseUrl }), (one) => one.close());
  return { page, agents };
}

async function planByHand(page: Page): Promise<void> {
  await page.getByLabel('What do you want to get done?').fill(goal);
  await page.getByRole('button', { name: 'Make a plan' }).click();
  await page.getByRole('button', { name: 'Start execution' }).waitFor();
}

async function executionIdOf(page: Page): Promise<string> {
  await page.waitForURL(/#\/executions\/exec_/);
  return new URL(page.url()).hash.split('/').at(-1) ?? '';
}

const stores = [
  ['SQLite, one server', 'sqlite', oneServer],
  ['PostgreSQL, the page on one server and the agents on another', 'postgres', twoServers],
] as const;

describe.each(stores)('from goal to done on %s', (_, store, startPlace) => {
  it('[UI9] a typed goal becomes a plan, is started, and two agents finish it live', async () => {
    const place = await startPlace();
    const { page, faults } = await open(place.page.url);
    await page.goto(place.page.url);
    await page.getByText('Plans to look at').waitFor();
    await planByHand(page);
    await page.getByText('No AI model was used').waitFor();
    await keepScreenshot(page, `${store}-plan`);
    await page.getByRole('button', { name: 'Start execution' }).click();
    const executionId = await executionIdOf(page);
    await page.getByText('No agent has taken work yet').waitFor();
    await page.evaluate('window.isSamePage = true');

    const crewPlace: CrewPlace = { url: place.agents.url, executionId };
    const [first, second] = await dealActions(crewPlace);
    const slip = failOnce();
    const boShown = untilShown(page, 'Bo');
    const crew = startAgents(crewPlace, [
      { name: 'Ada', capabilities: first, work: untilShown(page, 'Ada') },
      {
        name: 'Bo',
        capabilities: second,
        work: async (step, context) => {
          await boShown(step, context);
          await slip(step, context);
        },
      },
    ]);
    later(crew, (one) => one.stop());
    const approver = startApprover(crewPlace, place.agents.personKey);
    later(approver, (one) => one.stop());

    const waits = page.getByRole('region', { name: 'Waits for' });
    await waits.getByText('Only a person may do this.').first().waitFor();
    await keepScreenshot(page, `${store}-execution`);
    await page.getByText('×2').first().waitFor();
    const person = startPerson(crewPlace, place.agents.personKey);
    later(person, (one) => one.stop());

    await page.getByTestId('run-state').getByText('Completed').waitFor();
    await page.getByTestId('percent').getByText('100%').waitFor();
    await page.getByTestId('live-state').getByText('Ended').waitFor();
    await keepScreenshot(page, `${store}-completed`);
    expect(await page.evaluate('window.isSamePage')).toBe(true);
    expect(await page.locator('[role=row][data-state]:not([data-state=COMPLETE])').count()).toBe(0);
    expect(faults).toEqual([]);
  });
});

describe('with an execution under way', () => {
  let server: ServerProcess;
  let made: CrewPlace & Made;
  let crew: Crew | undefined;

  /** Agents do what they can; then the execution waits for a person and stands still. */
  beforeAll(async () => {
    server = await startServer();
    made = await startExecution(server.url, goal);
    const [first, second] = await dealActions(made);
    crew = startAgents(made, [
      { name: 'Ada Lane', capabilities: first, work: failOnce() },
      { name: 'Bo', capabilities: second },
    ]);
    await untilStatus(made, ({ condition }) => condition === 'BLOCKED');
  });
  afterAll(async () => {
    await crew?.stop();
    await server?.close();
  });

  async function goTo(hash: string): Promise<WatchedPage> {
    const watched = await open(server.url);
    await watched.page.goto(`${server.url}/${hash}`);
    return watched;
  }

  it('[UI8] the list of plans passes axe in every look', async () => {
    const watched = await goTo('#/');
    await watched.page.getByRole('progressbar').first().waitFor();
    await checkLooks('plans', watched);
  });

  it('[UI8] a plan passes axe in every look, a task opened', async () => {
    const watched = await goTo(`#/plans/${made.planId}`);
    await watched.page.locator('.task summary').first().click();
    await watched.page.getByText('Done when').first().waitFor();
    await checkLooks('plan', watched);
  });

  it('[UI8] a plan being made passes axe in every look', async () => {
    const watched = await open(server.url);
    const { page } = watched;
    await page.route('**/status', async (route) => {
      const answer = await route.fetch();
      const status = { ...(await answer.json()), state: 'processing', progress_percentage: 40 };
      await route.fulfill({ response: answer, json: status });
    });
    await page.goto(`${server.url}/#/plans/${made.planId}`);
    await page.getByRole('progressbar').first().waitFor();
    await checkLooks('making', watched);
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('[UI8] an execution passes axe in every look, details opened', async () => {
    const watched = await goTo(`#/executions/${made.executionId}`);
    await watched.page.locator('[role=row][data-state=COMPLETE] button.title').nth(2).click();
    await watched.page.getByText('Last update').waitFor();
    await checkLooks('execution', watched);
  });

  it('[UI8] an address that leads nowhere passes axe in every look', async () => {
    const watched = await goTo('#/plans/plan_nothere00');
    await watched.page.getByRole('button', { name: 'Try again' }).waitFor();
    await checkLooks('missing', watched);
  });

  it('[UI5] a failed call shows what the server said, and trying again works', async () => {
    const { page } = await open(server.url);
    const problem = { title: 'The store is busy', detail: 'Try in a moment.', status: 503 };
    await page.route('**/api/executions/**', (route) =>
      route.fulfill({ status: 503, contentType: 'application/problem+json', json: problem }),
    );
    await page.goto(`${server.url}/#/executions/${made.executionId}`);
    await page.getByRole('alert').getByText('Try in a moment.').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('[role=row][data-state]').first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('[UI5] a goal that cannot be planned says why, and can be written another way', async () => {
    // The page would not send it; an agent may.
    const client = new PlanwrightClient({ url: server.url });
    const { plan_id } = await client.createPlan({ prompt: 'lorem ipsum' });
    const { page } = await open(server.url);
    await page.goto(`${server.url}/#/plans/${plan_id}`);
    await page.getByRole('alert').getByText('This goal could not be planned.').waitFor();
    await page.getByRole('link', { name: 'Write the goal another way' }).click();
    await page.getByRole('button', { name: 'Make a plan' }).waitFor();
    expect(await page.getByRole('textbox').first().inputValue()).toBe('lorem ipsum');
  });

  it('[UI6] the tree works by keyboard alone', async () => {
    const { page } = await open(server.url);
    await page.goto(`${server.url}/#/executions/${made.executionId}`);
    const first = page.locator('[role=row][data-state]').first();
    await first.focus();
    const isOpen = () => first.getAttribute('aria-expanded');
    await page.keyboard.press('ArrowLeft');
    expect(await isOpen()).toBe('false');
    await page.keyboard.press('ArrowRight');
    expect(await isOpen()).toBe('true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('[role=row]:focus').getByText('Last update').waitFor();
    expect(await page.locator('[role=row]:focus').getAttribute('aria-level')).toBe('2');
  });

  it('[UI11] nothing moves for a reader who asked for less motion', async () => {
    const { page } = await goTo(`#/executions/${made.executionId}`);
    await page.getByTestId('live-state').getByText('Live').waitFor();
    expect(await page.evaluate('document.getAnimations().length')).toBe(0);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await page.evaluate('document.getAnimations().length')).toBeGreaterThan(0);
  });

  it('[UI10] loads at most 60 kB of scripts at first, all from the server itself', async () => {
    const { page, faults } = await open(server.url);
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await page.goto(server.url);
    await page.getByText('Your plans').waitFor();
    const bytes = gzipBytes(urls);
    expect(bytes).toBeGreaterThan(5_000);
    expect(bytes).toBeLessThanOrEqual(60_000);
    expect(faults).toEqual([]);
  });
});

describe('a stream that breaks', () => {
  let server: ServerProcess;
  let proxy: CutProxy;

  beforeAll(async () => {
    server = await startServer();
    proxy = await startCutProxy(server.url);
  });
  afterAll(async () => {
    await proxy?.close();
    await server?.close();
  });

  const liveState = (page: Page, text: string) =>
    page.getByTestId('live-state').getByText(text).waitFor();

  /** Sequences that the page shows, in order, its older pages opened. */
  async function shownSeqs(page: Page): Promise<number[]> {
    const more = page.getByRole('button', { name: 'Show earlier' });
    while ((await more.count()) > 0) await more.click();
    const lists = await page
      .locator('[data-seq]')
      .evaluateAll((entries) => entries.map((entry) => entry.getAttribute('data-seq') ?? ''));
    return lists.flatMap((list) => list.split(' ').map(Number)).sort((a, b) => a - b);
  }

  async function storedSeqs(executionId: string): Promise<number[]> {
    const client = new PlanwrightClient({ url: server.url });
    const { events } = await client.executionEvents(executionId, { limit: 500 });
    return events.map((event) => event.seq);
  }

  it('[UI1] [UI2] goes on after cuts, refusals and a hidden tab, without gap or repeat', async () => {
    const place = await startExecution(server.url, `${goal} Start with the cheapest channel.`);
    const { page } = await open(proxy.url);
    await page.goto(`${proxy.url}/#/executions/${place.executionId}`);
    await liveState(page, 'Live');

    const [first, second] = await dealActions(place);
    const crew = startAgents(place, [
      { name: 'Ada', capabilities: first },
      { name: 'Bo', capabilities: second },
    ]);
    later(crew, (one) => one.stop());
    await row(page, 'Ada', 'COMPLETE').first().waitFor();

    await page.route('**/stream?*', (route) => route.fulfill({ status: 503 }));
    proxy.cut();
    await liveState(page, 'Reconnecting');
    await page.unrouteAll({ behavior: 'wait' });
    await liveState(page, 'Live');

    await setVisibility(page, 'hidden');
    await liveState(page, 'Paused');
    const person = startPerson(place, server.personKey);
    later(person, (one) => one.stop());
    await untilStatus(place, ({ state }) => state === 'COMPLETED');
    await setVisibility(page, 'visible');
    await page.getByTestId('run-state').getByText('Completed').waitFor();

    const stored = await storedSeqs(place.executionId);
    await expect.poll(() => shownSeqs(page)).toEqual(stored);
  });
});
