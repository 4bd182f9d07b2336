// The first page of somebody who has no plan, no key and no idea yet. Real server, real browser.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { zipOf } from '../../src/base/zip.ts';
import { type ServerProcess, startServer } from '../support/server.ts';
import { openPage, type WatchedPage } from './browser-page.ts';
import { checkLooks } from './look-check.ts';
import { connectBrowser } from './run-browser.ts';

const titles = [
  'A bicycle repair shop in Ghent',
  'A shift plan for a clinic',
  'Websites for dog breeders',
] as const;

let browser: Browser;
let server: ServerProcess;
let watched: WatchedPage;
let page: Page;

const goalField = () => page.getByLabel('What do you want to get done?');
const card = (title: string) => page.getByRole('listitem').filter({ hasText: title });
const planShown = () => page.getByTestId('verdict').waitFor();
const picker = () => page.locator('input[type=file]');
const file = (name: string, text: string) => ({
  ...{ name, mimeType: '' },
  buffer: Buffer.from(text),
});

const node = (id: string, description: string, children: object[] = []) => ({
  ...{ id, description, task_children: children },
});

/** A plan of another tool, with a length for a task that is not there. */
function foreignZip(): Buffer {
  const phases = [
    node('a', 'Prepare', [node('a1', 'Find a hall'), node('a2', 'Ask volunteers')]),
    node('b', 'Hold the day', [node('b1', 'Open the doors'), node('b2', 'Clean up')]),
  ];
  const lengths = ['a1', 'a2', 'b1', 'b2', 'zz'];
  const files = {
    'wbs_project_level1_and_level2_and_level3.json': {
      wbs_project: node('p', 'A repair day', phases),
    },
    'task_durations.json': lengths.map((task_id) => ({ task_id, days_realistic: 4 })),
    'task_dependencies_raw.json': {
      task_dependency_details: [
        { dependent_task_id: 'b1', depends_on_task_id_list: ['a1', 'a2'] },
        { dependent_task_id: 'b2', depends_on_task_id_list: ['b1'] },
      ],
    },
  };
  const packed = Object.entries(files).map(([path, content]) => ({
    ...{ path, bytes: Buffer.from(JSON.stringify(content)), updatedAtMs: 0 },
  }));
  return Buffer.from(zipOf(packed));
}

async function openStart(): Promise<void> {
  watched = await openPage(browser, server.url);
  ({ page } = watched);
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Import a plan' }).waitFor();
}

beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser?.close());

describe('the start page of an empty data folder', () => {
  beforeAll(async () => {
    server = await startServer();
  });
  beforeEach(openStart);
  afterEach(() => watched?.close());
  afterAll(() => server?.close());

  it('[FR10] [UI8] shows three plans with dates, money and verdict, and is ready to type', async () => {
    for (const title of titles) {
      const text = await card(title).innerText();
      expect(text).toMatch(/\w{3} \d+ – \w{3} \d+, 20\d\d/);
      expect(text).toMatch(/[€$]\d/);
      expect(text).toContain('Go, with conditions');
    }
    expect(await page.evaluate('document.activeElement?.id')).toBe('goal');
    await page.keyboard.type('Open a bakery');
    expect(await goalField().inputValue()).toBe('Open a bakery');
    await goalField().fill('');
    await checkLooks('start-empty', watched);
  });

  it('[FR10] by keyboard a card opens its report, and its goal can be taken', async () => {
    await page.getByRole('link', { name: titles[2] }).focus();
    await page.keyboard.press('Enter');
    const report = page.frameLocator('iframe[title="Report of this example"]');
    await report.getByRole('heading', { name: 'Dates' }).waitFor();
    await checkLooks('example', watched);
    await page.getByRole('link', { name: 'Use its goal' }).click();
    await goalField().waitFor();
    expect(await goalField().inputValue()).toContain('dog breeders in Connecticut');
  });

  it('[FR11] where models would be asked a suggestion is only put into the field', async () => {
    expect(await page.getByText('Planned by rules, offline').isVisible()).toBe(true);
    await page.route('**/api/models', async (route) => {
      const models = (await (await route.fetch()).json()) as { brains: { name: string }[] };
      const brains = models.brains.map((brain) => ({ ...brain, usable: true }));
      await route.fulfill({ json: { ...models, brains } });
    });
    await page.reload();
    await page.getByRole('button', { name: 'Run a conference' }).click();
    await page.locator('#goal:focus').waitFor();
    expect(await goalField().inputValue()).toContain('conference');
    expect(await page.getByText('Planned by rules, offline').count()).toBe(0);
    expect(new URL(page.url()).hash).toBe('');
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('[FR15] says what it reads of a goal while it is typed', async () => {
    await goalField().pressSequentially('Open a bakery in Lyon by 1 October 2027 for 60,000 EUR');
    const hints = page.getByRole('list', { name: 'What the goal names' });
    for (const text of ['Lyon', 'By Oct 1, 2027', '€60,000']) await hints.getByText(text).waitFor();
    await checkLooks('start-typed', watched);
  });

  it('[FR16] [UI8] tells kindly that a goal cannot be planned, and makes nothing of it', async () => {
    await goalField().fill('asdf');
    await page.getByText('Not enough to plan yet.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await goalField().press('Control+Enter');
    const told = page.getByRole('alert');
    await told.getByText('This is a placeholder').waitFor();
    await told.getByText('What should exist or be different at the end?').waitFor();
    expect(await page.evaluate('document.activeElement?.id')).toBe('goal');
    await checkLooks('start-unusable', watched);
    const { plans } = (await (await fetch(`${server.url}/api/plans`)).json()) as { plans: [] };
    expect({ plans, goal: await goalField().inputValue() }).toEqual({ plans: [], goal: 'asdf' });
  });

  it('[FR10] an example that is none is told, with a way back', async () => {
    await page.goto(`${server.url}/#/examples/nothing`);
    await page.getByRole('alert').getByText('There is no such example').waitFor();
    await page.getByRole('link', { name: 'All plans' }).click();
    await goalField().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('[FR10] [UI5] examples that do not come are told, and come when asked again', async () => {
    await page.route('**/api/examples/plans', (route) => route.fulfill({ status: 500, json: {} }));
    await page.reload();
    await page.getByRole('alert').getByText('The server could not do that').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await card(titles[0]).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('[FR12] a file that is no plan is refused before it is sent', async () => {
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await picker().setInputFiles(file('notes.docx', 'x'));
    await page.getByText('notes.docx is no zip, json, xml or csv').waitFor();
    await picker().setInputFiles(file('plan.json', ''));
    await page.getByText('plan.json is empty').waitFor();
    expect(sent).toEqual([]);
  });

  it('[FR13] a plan can be dropped on the page, or chosen by keyboard', async () => {
    const dropped = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['{"title":"Bread","phases":[]}'], 'notes.txt'));
      return transfer;
    })()`);
    await page.dispatchEvent('body', 'drop', { dataTransfer: dropped });
    await page.getByText('notes.txt is no zip').waitFor();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import a plan' }).press('Enter');
    await (await chooser).setFiles(file('broken.json', '{'));
    await page.getByText('broken.json').last().waitFor();
    expect(await page.getByRole('link', { name: 'Open the plan' }).count()).toBe(0);
  });

  it('[FR13] [UI5] a file that the server refuses is told in its words', async () => {
    const json = { title: 'Not taken', detail: 'Line 3 has no task.', status: 400 };
    await page.route('**/api/plans/import*', (route) => route.fulfill({ status: 400, json }));
    await picker().setInputFiles(file('tasks.csv', 'a,b'));
    await page.getByText('Line 3 has no task.').waitFor();
    expect(await page.getByRole('link', { name: 'Open the plan' }).count()).toBe(0);
    await page.unrouteAll({ behavior: 'wait' });
  });
});

describe('a plan from the start page', () => {
  beforeAll(async () => {
    server = await startServer();
  });
  beforeEach(openStart);
  afterEach(() => watched?.close());
  afterAll(() => server?.close());

  // The first one: it looks at a page without plans, which the others fill.
  it('[FR11] [FR14] one click plans a suggestion; then the plans come first', async () => {
    await page.getByRole('button', { name: 'Open a coffee shop' }).click();
    await planShown();
    await page.goto(`${server.url}/#/`);
    await page.getByRole('heading', { name: 'Your plans' }).waitFor();
    const examples = page.getByRole('navigation', { name: 'Examples' });
    await examples.getByRole('link', { name: titles[0] }).waitFor();
    expect(await page.getByText('Plans to look at').count()).toBe(0);
    await checkLooks('start-plans', watched);
    await examples.getByRole('link', { name: titles[0] }).click();
    await page.getByRole('heading', { name: titles[0] }).waitFor();
  });

  it('[FR10] an example becomes a plan of one’s own that can be started', async () => {
    await page.getByRole('link', { name: titles[1] }).click();
    await page.getByRole('button', { name: 'Make it my plan' }).click();
    await planShown();
    await page.getByRole('button', { name: 'Start execution' }).waitFor();
    expect(watched.faults).toEqual([]);
  });

  it('[FR15] a check that does not come is no obstacle', async () => {
    await page.route('**/api/plans/check', (route) => route.abort());
    await goalField().fill('Open a bakery in Lyon by 1 October 2027 for 60,000 EUR');
    await page.getByRole('button', { name: 'Make a plan' }).click();
    await planShown();
    expect(watched.faults).toEqual([]);
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('[FR16] plans what must be confirmed, once it is', async () => {
    await goalField().fill('Build a perpetual motion machine in Lyon for 60,000 EUR');
    await page.getByRole('button', { name: 'Make a plan' }).click();
    await page.getByRole('alert').getByText('Is this meant so?').waitFor();
    const asked = page.waitForRequest('**/api/plans/generate');
    await page.getByRole('button', { name: 'It is meant so: plan it' }).click();
    expect((await asked).postDataJSON()).toMatchObject({ confirm: true });
    await planShown();
  });

  it('[FR13] [UI8] a plan of another tool is taken in, and told with its defects', async () => {
    await picker().setInputFiles({
      ...{ name: 'repair.zip', mimeType: 'application/zip', buffer: foreignZip() },
    });
    await page.getByText('is taken in').waitFor();
    const region = page.getByRole('region', { name: 'Have a plan already?' });
    expect(await region.innerText()).toMatch(
      /4 tasks · \d+ dependencies · 1 defect, 1 repaired · \d+ days/,
    );
    await page.getByTestId('defects').getByText('Dangling id').first().waitFor();
    await checkLooks('start-imported', watched);
    await page.getByRole('link', { name: 'Open the plan' }).click();
    await page.getByRole('button', { name: 'Start execution' }).waitFor();
  });
});
