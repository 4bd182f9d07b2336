import { describe, expect, it } from 'vitest';
import { RunMemory, remembered, rememberedJson } from './run-memory.ts';

describe('what steps of a making of a plan have read', () => {
  it('[PP28] is read once for all steps of a run, and for each without a memory', async () => {
    const memory = new RunMemory();
    let reads = 0;
    const read = async () => {
      reads += 1;
      return { list: [1] };
    };
    const first = await rememberedJson(memory.of('gen_1'), 'ct_1', read);
    expect(await rememberedJson(memory.of('gen_1'), 'ct_1', read)).toBe(first);
    expect(reads).toBe(1);
    await rememberedJson(memory.of('gen_2'), 'ct_1', read);
    await rememberedJson(undefined, 'ct_1', read);
    expect(reads).toBe(3);
  });

  it('[PP28] is read once when many ask at the same time', async () => {
    const known = new RunMemory().of('gen_1');
    let reads = 0;
    const read = async () => {
      reads += 1;
      return { list: [1] };
    };
    const [first, ...others] = await Promise.all(
      Array.from({ length: 10 }, () => rememberedJson(known, 'ct_1', read)),
    );
    expect(reads).toBe(1);
    for (const other of others) expect(other).toBe(first);
  });

  it('[PP28] cannot be changed by one of them', async () => {
    const value = await rememberedJson(new RunMemory().of('gen_1'), 'ct_1', async () => ({
      list: [{ name: 'a' }],
    }));
    const { list } = value as { list: { name: string }[] };
    expect(() => list.push({ name: 'b' })).toThrow(TypeError);
    expect(() => Object.assign(list[0] ?? {}, { name: 'b' })).toThrow(TypeError);
  });

  it('[PP28] is asked for again after a failure, and when the run is over', async () => {
    const memory = new RunMemory();
    const fail = () => Promise.reject(new Error('gone'));
    await expect(remembered(memory.of('gen_1'), 'ct_1', fail)).rejects.toThrow('gone');
    expect(await remembered(memory.of('gen_1'), 'ct_1', async () => 1)).toBe(1);
    memory.forget('gen_1');
    expect(await remembered(memory.of('gen_1'), 'ct_1', async () => 2)).toBe(2);
  });

  it('[PP28] is kept for the runs that were asked about last', async () => {
    const memory = new RunMemory();
    memory.of('gen_old').set('ct_1', Promise.resolve(1));
    memory.of('gen_used').set('ct_1', Promise.resolve(1));
    for (let index = 0; index < 127; index += 1) {
      memory.of(`gen_${index}`);
      memory.of('gen_used');
    }
    expect(memory.of('gen_used').has('ct_1')).toBe(true);
    expect(memory.of('gen_old').has('ct_1')).toBe(false);
  });
});
