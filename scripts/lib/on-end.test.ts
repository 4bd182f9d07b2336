import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const module = new URL('./on-end.ts', import.meta.url).href;

function script(body: string) {
  const code = `import { onEnd } from ${JSON.stringify(module)};
    onEnd(() => console.log('folder'));
    onEnd(() => console.log('server'));
    onEnd(() => console.log('called off'))();
    ${body}`;
  return spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

async function outputOf(child: ReturnType<typeof script>, signal?: NodeJS.Signals) {
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    if (signal !== undefined && output === 'up\n') child.kill(signal);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { output, code };
}

it('does its duties at the usual end, the newest first', async () => {
  expect(await outputOf(script(''))).toEqual({ output: 'server\nfolder\n', code: 0 });
});

it('does its duties when a signal or an error ends the process', async () => {
  const waiting = script("console.log('up'); setInterval(() => {}, 1000);");
  expect(await outputOf(waiting, 'SIGTERM')).toEqual({ output: 'up\nserver\nfolder\n', code: 143 });
  const thrown = await outputOf(script("throw new Error('x');"));
  expect(thrown).toEqual({ output: 'server\nfolder\n', code: 1 });
});
