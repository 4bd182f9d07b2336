// The picture of the README: the page as it is, on a real server with an empty data folder, in a real
// Chromium, with an offline plan of one goal. Size, theme and start date are fixed; only fonts and the
// version of the browser may differ from one machine to the next.
//
//   node scripts/make-picture.ts
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { launchOptions, openPage } from '../test/e2e/browser-page.ts';
import { onEnd } from './lib/on-end.ts';
import { say } from './lib/say.ts';
import { startServer } from './lib/server-process.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = path.join(root, 'docs', 'images');
const size = { width: 1280, height: 800 };
const goal =
  'Hold a repair day for 150 neighbors in Utrecht on 24 April 2027 for at most 4,000 EUR. No alcohol.';
const startDate = '2027-01-04';

/** What differs from run to run and says nothing: the random id of the plan. */
const hideId = (page: Page): Promise<unknown> =>
  page.evaluate(
    `document.querySelector('nav[aria-label="Breadcrumb"] li:last-child').style.visibility = 'hidden'`,
  );

async function takePicture(page: Page, origin: string): Promise<void> {
  await page.setViewportSize(size);
  await page.goto(origin);
  await page.getByLabel('What do you want to get done?').fill(goal);
  await page.getByLabel('Start', { exact: true }).fill(startDate);
  await page.getByRole('button', { name: 'Make a plan' }).click();
  await page.getByTestId('verdict').waitFor();
  await hideId(page);
  const file = path.join(folder, 'first-plan.png');
  await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
  say('docs/images/first-plan.png');
}

async function main(): Promise<void> {
  const home = mkdtempSync(path.join(tmpdir(), 'planwright-picture-'));
  onEnd(() => rmSync(home, { recursive: true, force: true }));
  mkdirSync(folder, { recursive: true });
  const env = { ...process.env, PLANWRIGHT_HOME: home, TZ: 'UTC' };
  const server = await startServer({
    command: 'npm',
    args: ['start'],
    cwd: root,
    env,
    group: true,
    timeoutMs: 60_000,
  });
  try {
    const browser = await chromium.launch(await launchOptions());
    try {
      const { page, faults } = await openPage(browser, server.origin);
      await takePicture(page, server.origin);
      if (faults.length > 0) throw new Error(`the page has faults: ${faults.join('; ')}`);
    } finally {
      await browser.close();
    }
  } finally {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`make-picture: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
