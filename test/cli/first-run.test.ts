// The first minute at a command line: no key, no data, nobody at a terminal.
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonOf, runCli } from '../support/cli.ts';
import { makeHome } from '../support/server.ts';

let home: string;
beforeEach(async () => {
  home = await makeHome();
});
afterEach(() => rm(home, { recursive: true, force: true }));

const cli = (...args: string[]) => runCli(args, { home });

describe('the first minute', () => {
  it('[FR1] a bare planwright prints its start page, asks nothing and is exit 0', async () => {
    const { code, stdout, stderr } = await cli();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Plans to look at');
    expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(24);
    expect(existsSync(join(home, 'planwright.db'))).toBe(false);
  });

  it('[FR2] once there are plans it shows the newest, and the examples in one line', async () => {
    const goal = 'Open a small bakery in Lyon with a budget of 60,000 EUR';
    const made = jsonOf(await cli('plan', goal, '--out', join(home, 'out'), '--json'));
    const { stdout } = await cli();
    expect(stdout).toContain(String(made.plan_id));
    expect(stdout).toContain('bicycle-repair-shop, clinic-shifts, dog-breeders');
    expect(stdout).not.toContain('Plans to look at');
    expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(24);
    const { plans } = jsonOf(await cli('--json')) as unknown as { plans: { plan_id: string }[] };
    expect(plans.map(({ plan_id }) => plan_id)).toEqual([made.plan_id]);
  });

  it('[FR4] a flag that does not exist is told, and a port means to serve', async () => {
    expect(await cli('--goal', 'x')).toMatchObject({ code: 2, stdout: '' });
    const { code, stderr } = await cli('--port', 'none');
    expect(code).toBe(2);
    expect(stderr).toContain('port');
  });

  it('[FR5] examples are listed with their figures, and one is read by its name', async () => {
    const { stdout } = await cli('examples');
    expect(stdout).toContain('Websites for dog breeders');
    expect(stdout).toContain('planwright read bicycle-repair-shop');
    const shown = await cli('read', 'dog-breeders');
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain('The next 24 hours');
    const [, report = ''] = /Report, for a browser: (\S+)/.exec(shown.stdout) ?? [];
    expect(existsSync(report)).toBe(true);
    const plan = jsonOf(await cli('read', 'dog-breeders', '--json'));
    expect(plan).toHaveProperty('phases');
  });

  it('[FR5] an example becomes a plan of one’s own by the command that is shown', async () => {
    const { stdout } = await cli('read', 'clinic-shifts');
    const [, file = ''] = /planwright import (\S+)/.exec(stdout) ?? [];
    const { plan_id } = jsonOf(await cli('import', file, '--json'));
    expect((await cli('read', String(plan_id))).stdout).toContain('Phases');
  });

  it('[FR5] a name that is none is told with those there are', async () => {
    const { code, stderr } = await cli('read', 'dog-breeder');
    expect(code).toBe(3);
    expect(stderr).toContain('dog-breeders');
    expect((await cli('read', 'zzz')).stderr).toContain('clinic-shifts, dog-breeders');
  });
});
