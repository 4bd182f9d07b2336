// Probes of the server: health, readiness and metrics.
import type { Hono } from 'hono';
import { PlanwrightError } from '../base/errors.ts';
import { sameText } from '../base/hash.ts';
import { metricsContentType } from '../base/metrics.ts';
import type { ServerInfo } from '../contract/common.ts';
import type { Principal } from '../operations/context.ts';
import { localService, localTenant } from '../operations/principals.ts';
import type { Admission } from './admission.ts';
import { keyInHeaders } from './authenticate.ts';
import type { HealthCheck } from './health.ts';
import type { Scrape } from './metrics-scrape.ts';

export interface ProbeParts {
  readonly health: HealthCheck;
  readonly scrape: Scrape;
  readonly admission: Admission;
  readonly server: ServerInfo;
  /** Reads the metrics and nothing else; null for none. */
  readonly metricsToken: string | null;
}

export const probePaths: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics']);
/** Decides by itself who may read it. */
export const metricsPath = '/metrics';

const noStore = { 'cache-control': 'no-store' };

/** Figures are those of the whole server, so an admin of another tenant does not get them. */
const mayScrape = ({ tenant, id, scopes }: Principal): boolean =>
  tenant === localTenant && (id === localService.id || scopes.includes('admin'));

async function checkScraper(
  request: Request,
  { admission, metricsToken }: ProbeParts,
): Promise<void> {
  const shown = keyInHeaders(request.headers);
  if (metricsToken !== null && shown !== null && sameText(shown, metricsToken)) return;
  if (mayScrape(await admission.admit(request))) return;
  throw new PlanwrightError(
    'forbidden',
    'Metrics need the token of PLANWRIGHT_METRICS_TOKEN, or a key with the scope admin of the first tenant.',
  );
}

export function addProbes(app: Hono, parts: ProbeParts): void {
  const { health, scrape, server } = parts;
  app.get('/health', async () => {
    const { status, problems } = await health.report();
    const ok = status !== 'unavailable';
    const init = { status: ok ? 200 : 503, headers: noStore };
    return Response.json({ ok, status, problems, server }, init);
  });
  app.get('/ready', async () => {
    const { status, problems } = await health.report();
    const ready = status !== 'unavailable';
    return Response.json({ ready, problems }, { status: ready ? 200 : 503, headers: noStore });
  });
  app.get(metricsPath, async (c) => {
    await checkScraper(c.req.raw, parts);
    const headers = { 'content-type': metricsContentType, ...noStore };
    return new Response(await scrape.text(), { headers });
  });
}
