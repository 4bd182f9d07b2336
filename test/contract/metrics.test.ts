// /metrics of a whole server: who may read it, and how far webhooks are behind.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../../src/base/log.ts';
import { Metrics } from '../../src/base/metrics.ts';
import { createTelemetry } from '../../src/events/telemetry/telemetry.ts';
import { localTenant } from '../../src/operations/principals.ts';
import { restCall } from '../security/faces.ts';
import { openApp, type TestApp } from '../support/app.ts';
import { seriesOf } from '../support/exposition.ts';
import { openReceiver, type Receiver } from '../support/hook-receiver.ts';
import { chooseStore, type StoreChoice, storeNames } from '../support/stores.ts';

const metricsToken = 'a-token-for-the-scraper';

describe('who reads /metrics', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openApp({ allowsLocal: false, metricsToken });
  });
  afterAll(() => app.close());

  const read = async (path: string, key?: string) => {
    const response = await app.call(path, key === undefined ? {} : { key });
    const body = await response.text();
    return { status: response.status, isText: body.includes('planwright_up') };
  };
  const refused = (status: number) => ({ status, isText: false });
  const given = { status: 200, isText: true };

  it('[OB2] needs the token, which opens nothing else', async () => {
    expect(await read('/metrics')).toEqual(refused(401));
    expect(await read('/metrics', `${metricsToken}x`)).toEqual(refused(401));
    expect(await read('/metrics', metricsToken)).toEqual(given);
    expect(await read('/api/plans', metricsToken)).toEqual(refused(401));
  });

  it('[OB2] or a key with the scope admin of the first tenant', async () => {
    const keyOf = (tenant: string, scope: 'admin' | 'plan:read') =>
      app.makeKey({ tenant, scopes: [scope] });
    expect(await read('/metrics', await keyOf(localTenant, 'admin'))).toEqual(given);
    expect(await read('/metrics', await keyOf(localTenant, 'plan:read'))).toEqual(refused(403));
    expect(await read('/metrics', await keyOf('tenant_other', 'admin'))).toEqual(refused(403));
    const wish = { tenant: localTenant, scopes: ['admin'], state: 'revoked' } as const;
    expect(await read('/metrics', await app.makeKey(wish))).toEqual(refused(401));
  });
});

describe.each(storeNames)('the lag of webhooks on %s', (store) => {
  let choice: StoreChoice;
  let app: TestApp;
  let receiver: Receiver;
  beforeAll(async () => {
    choice = await chooseStore(store);
    receiver = await openReceiver();
    const metrics = new Metrics();
    const onError = (error: unknown): void => {
      throw error;
    };
    const telemetry = createTelemetry({
      ...{ metrics, log: silentLogger, logLevel: 'silent', emit: null, onError },
    });
    app = await openApp({
      ...(choice.databaseUrl === undefined ? {} : { databaseUrl: choice.databaseUrl }),
      env: { PLANWRIGHT_FETCH_ALLOW: receiver.hostPort },
      ...{ withDeliveries: true, telemetry, metrics },
    });
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
    await choice.drop();
  });

  const series = async (name: string): Promise<number | undefined> =>
    seriesOf(await (await app.call('/metrics')).text(), name);
  const oldest = () => series('planwright_webhook_oldest_pending_seconds');
  const delivered = () => series('planwright_webhook_lag_seconds_count{outcome="delivered"}');

  it('[OB13] [OB1] rises while an endpoint does not answer, and is observed when it does', async () => {
    expect(await oldest()).toBe(0);
    const key = await app.makeKey({ tenant: 'tenant_hooks' });
    receiver.answers('never');
    const call = (name: string, input: object) => restCall(app, name, input, key);
    await call('webhook_register', { url: receiver.url() });
    await call('plan_create', { prompt: 'Open a small bakery in Lyon' });
    await expect.poll(() => receiver.got.length).toBeGreaterThan(0);
    await expect.poll(oldest, { interval: 500 }).toBeGreaterThan(0);
    expect(await delivered()).toBeUndefined();
    receiver.answers(204);
    receiver.release(204);
    await expect.poll(delivered, { interval: 500 }).toBeGreaterThan(0);
    await expect.poll(oldest, { interval: 500 }).toBe(0);
  });
});
