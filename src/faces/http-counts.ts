// Counts requests by operation, method and status, and how long their answers took to begin.
import type { Counting } from '../base/metrics.ts';
import { probePaths } from './probes.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** A caller may make up a method of its own. */
const methodOf = ({ method }: Request): string => (methods.has(method) ? method : 'other');

const notFound = 404;

export class HttpCounts {
  readonly #metrics: Counting;
  readonly #names = new WeakMap<Request, string>();

  constructor(metrics: Counting) {
    this.#metrics = metrics;
  }

  named(request: Request, operation: string): void {
    this.#names.set(request, operation);
  }

  operationOf(request: Request, status: number): string {
    return this.#names.get(request) ?? placeOf(request, status);
  }

  answered(request: Request, status: number, tookMs: number): void {
    const operation = this.operationOf(request, status);
    const labels = [operation, methodOf(request), String(status)];
    this.#metrics.add('planwright_http_requests_total', labels);
    this.#metrics.observe('planwright_http_request_seconds', tookMs / 1_000, [operation]);
  }
}

function placeOf(request: Request, status: number): string {
  const { pathname } = new URL(request.url);
  if (pathname === '/mcp' || pathname.startsWith('/mcp/')) return 'mcp';
  if (probePaths.has(pathname)) return 'probe';
  return status === notFound ? 'none' : 'page';
}
