// The files of an example again, from its recording: after a rule that reckons or renders was changed.
//
//   node scripts/make-example.ts NAME
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { restCall } from '../test/security/faces.ts';
import { openApp } from '../test/support/app.ts';
import { say } from './lib/say.ts';

const files = ['plan.json', 'report.html'];

const [name = ''] = process.argv.slice(2);
const folder = fileURLToPath(new URL(`../examples/${name}`, import.meta.url));
const about = JSON.parse(readFileSync(path.join(folder, 'about.json'), 'utf8')) as {
  readonly goal: string;
  readonly start_date: string;
  readonly detail: string;
};

const env = { PLANWRIGHT_RECORDING: path.join(folder, 'recording.json') };
const app = await openApp({ env });
const key = await app.makeKey({ tenant: 'tenant_example' });
const call = async (operation: string, input: object): Promise<string> => {
  const { status, text } = await restCall(app, operation, input, key);
  if (status >= 300) throw new Error(`${operation}: ${text}`);
  return text;
};

try {
  const { goal: prompt, start_date, detail } = about;
  const wish = { prompt, start_date, detail, brain: 'recorded' };
  const { plan_id } = JSON.parse(await call('plan_create', wish)) as { plan_id: string };
  const end = await call('plan_wait', { plan_id, timeout_seconds: 50 });
  const { state, error } = JSON.parse(end) as { state: string; error?: unknown };
  if (state !== 'completed') throw new Error(`The plan is ${state}: ${JSON.stringify(error)}`);
  for (const file of files) {
    const text = await call('plan_file', { plan_id, path: file });
    writeFileSync(path.join(folder, file), text);
    say(`${name}/${file}: ${text.length} characters`);
  }
} finally {
  await app.close();
}
