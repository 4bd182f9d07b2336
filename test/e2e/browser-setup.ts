// Vitest global setup of the browser tests: builds the page and starts the one Chromium of the run.
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { launchOptions } from './browser-page.ts';
import { buildWeb } from './web-build.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    browserEndpoint: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildWeb();
  const server = await chromium.launchServer({ ...(await launchOptions()), host: '127.0.0.1' });
  project.provide('browserEndpoint', server.wsEndpoint());
  return () => server.close();
}
