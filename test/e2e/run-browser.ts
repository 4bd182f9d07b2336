// The one browser of the run, for tests.
import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';

/** Closing it closes the pages of this connection alone. */
export const connectBrowser = (): Promise<Browser> => chromium.connect(inject('browserEndpoint'));
