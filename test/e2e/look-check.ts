// Every look of one view: axe, no sideways scrolling, a picture of each.
import { expect } from 'vitest';
import {
  axeFindings,
  keepScreenshot,
  looks,
  overflowPx,
  setLook,
  type WatchedPage,
} from './browser-page.ts';

export async function checkLooks(view: string, { page, faults }: WatchedPage): Promise<void> {
  for (const { scheme, width, name } of looks) {
    await setLook(page, { scheme, width });
    const found = { axe: await axeFindings(page), overflowPx: await overflowPx(page) };
    expect({ view, name, ...found }).toEqual({ view, name, axe: [], overflowPx: 0 });
    await keepScreenshot(page, `${view}-${name}`);
  }
  expect(faults).toEqual([]);
}
