import { describe, expect, it } from 'vitest';
import { chunksOf } from '../../test/support/bundles.ts';
import { type BundleLine, BundleWriter, maxLineBytes } from './bundle.ts';
import { type Chunks, readBundle } from './bundle-reader.ts';
import { emptyHead } from './log-header.ts';

async function read(chunks: Chunks): Promise<BundleLine[]> {
  const lines: BundleLine[] = [];
  for await (const line of readBundle(chunks)) lines.push(line);
  return lines;
}

const head = { seq: 1, hash: emptyHead.hash };

function smallBundle(text: string): string {
  const writer = new BundleWriter();
  const header = writer.header('exec_reader1', 'tenant_local', head, 5);
  const event = writer.event({ seq: 1, header: text, hash: emptyHead.hash });
  return header + event + writer.end();
}

describe('reading a bundle', () => {
  it.each([1, 3, 64, 10_000])(
    '[RP6] lines are whole, whatever the chunks (%i bytes)',
    async (size) => {
      const lines = await read(chunksOf(smallBundle('Ærø → "ø"'), size)());
      expect(lines).toHaveLength(2);
      expect(lines[1]).toEqual({ event: { seq: 1, header: 'Ærø → "ø"', hash: emptyHead.hash } });
    },
  );

  it('[RP6] a line without end is given up at its limit', async () => {
    let given = 0;
    const chunk = Buffer.alloc(2 ** 20, 'x');
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      for (;;) {
        given += chunk.byteLength;
        yield chunk;
      }
    };
    await expect(read(endless())).rejects.toMatchObject({ code: 'too_large' });
    expect(given).toBeLessThanOrEqual(maxLineBytes + chunk.byteLength);
  });

  it('[RP6] what is not UTF-8 is refused by its line', async () => {
    const bytes = Buffer.from(smallBundle('abcdef'));
    bytes[bytes.indexOf('abcdef')] = 0xff;
    const chunks = async function* (): AsyncGenerator<Uint8Array> {
      yield bytes;
    };
    await expect(read(chunks())).rejects.toThrow('line 2 is not JSON');
  });

  it('[AP20] a line that says two things is refused by its number and its name', async () => {
    const twice = smallBundle('abc').replace('"seq":1,"header"', '"seq":7,"seq":1,"header"');
    const read1 = read(chunksOf(twice)());
    await expect(read1).rejects.toThrow('line 2');
    await expect(read1).rejects.toThrow('"seq"');
    await expect(read1).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });
  });

  it('[RP6] an empty line is no line of a bundle', async () => {
    await expect(read(chunksOf(`\n${smallBundle('a')}`)())).rejects.toThrow('line 1');
  });
});
