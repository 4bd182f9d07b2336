// A zip read back by the list at its end, as readers do.
import { inflateRawSync } from 'node:zlib';

export interface Unzipped {
  readonly name: string;
  readonly text: string;
}

export function unzipped(bytes: Uint8Array): Unzipped[] {
  const zip = Buffer.from(bytes);
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    const [method, packed] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const nameLength = zip.readUInt16LE(at + 28);
    const local = zip.readUInt32LE(at + 42);
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString('utf8');
    const from = local + 30 + nameLength;
    const packedBytes = zip.subarray(from, from + packed);
    at += 46 + nameLength;
    const plain = method === 8 ? inflateRawSync(packedBytes) : packedBytes;
    return { name, text: plain.toString('utf8') };
  });
}
