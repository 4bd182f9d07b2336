import { describe, expect, it } from 'vitest';
import { ManualClock } from './clock.ts';
import { PlanwrightError } from './errors.ts';
import type { Logger, LogLevel } from './log.ts';
import { createLogger, silentLogger } from './log.ts';

interface Capture {
  readonly log: Logger;
  readonly text: () => string;
  readonly lines: () => readonly Record<string, unknown>[];
}

async function capture(level: LogLevel = 'info'): Promise<Capture> {
  const written: string[] = [];
  const destination = { write: (line: string) => void written.push(line) };
  const log = await createLogger({ level, destination, clock: new ManualClock(0) });
  const text = () => written.join('');
  const lines = () => written.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { log, text, lines };
}

describe('log', () => {
  it('[BA9] a line is one JSON object with level, time, process and message', async () => {
    const { log, text, lines } = await capture();
    log.info({ run: 'exec_1' }, 'started\nagain');
    expect(text().match(/\n/g)).toHaveLength(1);
    expect(lines()).toEqual([
      {
        level: 'info',
        time: '1970-01-01T00:00:00.000Z',
        pid: process.pid,
        run: 'exec_1',
        msg: 'started\nagain',
      },
    ]);
  });

  it('[BA9] lines below the level are not written', async () => {
    const { log, lines } = await capture('warn');
    log.debug('no');
    log.info('no');
    log.warn('yes');
    log.error('yes');
    expect(lines().map((line) => line.level)).toEqual(['warn', 'error']);
  });

  it('[BA7] no secret gets into a line, by message, field, error or child', async () => {
    const { log, text } = await capture('trace');
    const secret = 'pw_k1_s3cr3tvalue';
    const error = new Error(`no ${secret}`, { cause: new Error(`lt_s3cr3tvalue`) });
    log.info(`message ${secret}`);
    log.warn({ list: [{ note: secret }], err: error }, `with ${secret}`);
    log.error(error);
    log.fatal(new PlanwrightError('conflict', secret, { fact: secret }));
    log.child({ token: 's3cr3tvalue', note: secret }).child({ cookie: 's3cr3tvalue' }).trace('x');
    log.debug({ headers: { Authorization: 's3cr3tvalue' } });
    expect(text()).not.toContain('s3cr3tvalue');
    expect(text().match(/\n/g)).toHaveLength(6);
  });

  it('[BA9] an error keeps its type, code, facts and cause', async () => {
    const { log, lines } = await capture();
    const cause = new TypeError('below');
    log.error(new PlanwrightError('storage_busy', 'busy', { waitedMs: 5 }, cause));
    expect(lines()[0]).toMatchObject({
      msg: 'busy',
      err: {
        type: 'PlanwrightError',
        message: 'busy',
        code: 'storage_busy',
        facts: { waitedMs: 5 },
        stack: expect.stringContaining('log.test.ts'),
        cause: { type: 'TypeError', message: 'below' },
      },
    });
  });

  it('[BA9] a percent sign is text, and fields cannot replace what the logger writes', async () => {
    const { log, lines, text } = await capture();
    log.info({ level: 'fatal', time: 'now', pid: 1, msg: 'mine' }, '100%s %d %o');
    expect(lines()[0]).toMatchObject({ level: 'info', pid: process.pid, msg: '100%s %d %o' });
    expect(text().match(/"level":/g)).toHaveLength(1);
    expect(text().match(/"msg":/g)).toHaveLength(1);
  });

  it('[BA9] a child adds its fields to every line', async () => {
    const { log, lines } = await capture();
    const child = log.child({ part: 'store' });
    child.info('one');
    child.info({ n: 2 }, 'two');
    log.info('three');
    expect(lines().map((line) => line.part)).toEqual(['store', 'store', undefined]);
  });

  it('[BA9] the silent logger takes everything and stays itself', () => {
    expect(silentLogger.error(new Error('x'))).toBeUndefined();
    expect(silentLogger.child({ a: 1 })).toBe(silentLogger);
  });
});
