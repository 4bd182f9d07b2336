// Runs one measurement in a fresh process: nothing that another one left in memory is in its way.
// The module has `measure(options)`; options and figures are plain values.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

interface Reply {
  readonly figures?: unknown;
  readonly error?: string;
}

interface Order {
  readonly module: string;
  readonly options: unknown;
}

const script = fileURLToPath(import.meta.url);

export async function measureInChild<Figures>(module: URL, options: object): Promise<Figures> {
  const child = fork(script, {
    stdio: ['ignore', 2, 2, 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const order: Order = { module: module.href, options };
  child.send(order);
  const ended = once(child, 'exit').then(([code]): Reply => ({ error: `it ended with ${code}` }));
  const replied = once(child, 'message').then(([message]) => message as Reply);
  const { figures, error } = await Promise.race([replied, ended]);
  if (error !== undefined) throw new Error(`${module.pathname.split('/').at(-1)}: ${error}`);
  return figures as Figures;
}

async function obey({ module, options }: Order): Promise<Reply> {
  const { measure } = (await import(module)) as {
    measure: (options: unknown) => Promise<unknown>;
  };
  return { figures: await measure(options) };
}

const isChild = process.argv[1] === script && process.send !== undefined;
if (isChild) {
  process.once('disconnect', () => process.exit(1));
  process.once('message', (order: Order) => {
    obey(order)
      .catch((error: unknown): Reply => ({ error: (error as Error).stack ?? String(error) }))
      .then((reply) => process.send?.(reply, () => process.exit(0)))
      .catch(() => process.exit(1));
  });
}
