// Something of a running server that has no end by itself.
import type { ServerProcess } from '../support/server.ts';

export const jsonPost = (body: object): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

/** The address of the stream of an execution that waits for workers. */
export async function openRun({ url }: Pick<ServerProcess, 'url'>): Promise<string> {
  const call = async (path: string, init?: RequestInit) =>
    (await (await fetch(url + path, init)).json()) as Record<string, string>;
  const goal = { prompt: 'Open a small bakery in Lyon with a budget of 60,000 EUR' };
  const { plan_id } = await call('/api/plans/generate', jsonPost(goal));
  await call(`/api/plans/${plan_id}/wait?timeout_seconds=50`);
  const { sse_url } = await call('/api/executions', jsonPost({ plan_id }));
  return String(sse_url);
}
