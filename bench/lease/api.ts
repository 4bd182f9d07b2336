// Calls of the public API, and a look at the steps in the database beside the server.

import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export async function call<Answer>(url: string, body?: object, key?: string): Promise<Answer> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (key !== undefined) headers.authorization = `Bearer ${key}`;
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(url, { ...init, headers });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

export interface StepSeen {
  readonly run: string;
  readonly step: string;
  readonly state: string;
  readonly attempt: number;
  readonly holder: string;
}

/** Read only, so that the server's locks and figures are its own. */
export class StepsInFile {
  readonly #database: DatabaseSync;

  constructor(home: string) {
    this.#database = new DatabaseSync(path.join(home, 'planwright.db'), { readOnly: true });
  }

  one(run: string, step: string): StepSeen | undefined {
    const sql = 'select run, step, state, attempt, holder from steps where run = ? and step = ?';
    return this.#database.prepare(sql).get(run, step) as StepSeen | undefined;
  }

  heldBy(prefix: string): StepSeen[] {
    const sql = "select run, step, state, attempt, holder from steps where state = 'LEASED'";
    const rows = this.#database.prepare(sql).all() as unknown as StepSeen[];
    return rows.filter(({ holder }) => holder.startsWith(prefix));
  }

  close(): void {
    this.#database.close();
  }
}
