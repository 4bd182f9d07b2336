// Finds a system Chromium for the browser tests, or installs one where that takes no password.
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import process from 'node:process';
import { say } from './say.ts';

const fixedPaths = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** The shell, which has no windows, takes two thirds of the processor time of the others. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

export async function findBrowser(options: { install: boolean }): Promise<string | undefined> {
  const set = process.env.CHROMIUM_PATH;
  if (set) return requireUsable(set);
  const found = searchBrowser();
  if (found !== undefined || !options.install) return found;
  if (!canInstall()) return undefined;
  say('no Chromium found: installing it with apt-get');
  return installBrowser() ? searchBrowser() : undefined;
}

function requireUsable(file: string): string {
  if (isExecutable(file)) return file;
  throw new Error('CHROMIUM_PATH is set, but there is no program at that path');
}

function searchBrowser(): string | undefined {
  for (const file of fixedPaths) if (isExecutable(file)) return file;
  const folders = (process.env.PATH ?? '').split(':').concat('/usr/bin', '/snap/bin');
  const files = folders
    .filter((one) => one !== '')
    .flatMap((one) => names.map((name) => `${one}/${name}`));
  return files.find(runs);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Ubuntu has a script named chromium-browser that only says "use snap": ask for the version. */
function runs(file: string): boolean {
  if (!isExecutable(file)) return false;
  try {
    const version = execFileSync(file, ['--version'], { encoding: 'utf8', stdio: 'pipe' });
    return /\d+\.\d+/.test(version);
  } catch {
    return false;
  }
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get');
}

function installBrowser(): boolean {
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  if (!apt('update', '-qq')) say('apt-get update failed; trying the package lists that are there');
  const add = (name: string) => apt('install', '-y', '-qq', '--no-install-recommends', name);
  const installed = add('chromium-headless-shell') || add('chromium');
  say(installed ? 'Chromium installed' : 'apt-get could not install Chromium');
  return installed;
}
