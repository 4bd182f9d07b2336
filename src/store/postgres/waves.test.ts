import { describe, expect, it } from 'vitest';
import type { Requirement, WriteSet } from '../store.ts';
import { toMessage } from './waves.ts';

const due = (id: string) => ({
  set: { id, at: 1, kind: 'wake', tenant: 't', run: 'r', step: 's', attempt: 1 } as const,
});
const slot = (place: string): Requirement => ({ slot: 'x', max: 1, place, tenant: 't', run: 'r' });
const outbox = (id: string, seq: number) => ({
  id,
  tenant: 't',
  run: 'r',
  seq,
  topic: '',
  sent: 0,
});
const agent = (id: string): WriteSet => ({ rows: [{ table: 'agents', remove: { id } }] });

/** The numbers of the sets, wave by wave. */
const cut = (...sets: WriteSet[]): number[][] =>
  toMessage(sets).batch.waves.map((wave) => {
    const numbers = Object.values(wave).flatMap((list) => list.map(([number]) => Number(number)));
    return [...new Set(numbers)].sort((left, right) => left - right);
  });

describe('toMessage', () => {
  it('[ST30] writes sets that have nothing in common together', () => {
    const sets = [agent('a'), agent('b'), { run: 'r1' }, { run: 'r2' }, { due: [due('d')] }];
    expect(cut(...sets)).toEqual([[0, 1, 2, 3, 4]]);
  });

  it.each<[string, WriteSet, WriteSet]>([
    ['the same run', { run: 'r1' }, { run: 'r1' }],
    ['the same row', agent('a'), agent('a')],
    ['a timer that was just set', { due: [due('d')] }, { require: [{ due: 'd' }] }],
    ['a timer that was just cleared', { due: [{ clear: 'd' }] }, { require: [{ due: 'd' }] }],
    ['a slot that was just freed', { freeSlots: ['p'] }, { require: [slot('q')] }],
    ['a note on what was just put', { outbox: [outbox('o', 1)] }, { outboxRemove: ['o'] }],
    ['an erase before it', { erase: { owners: ['r'], at: 1 } }, agent('a')],
    ['an erase after it', agent('a'), { erase: { owners: ['r'], at: 1 } }],
  ])('[ST30] begins a wave for %s', (_, first, second) => {
    expect(cut(first, second)).toEqual([[0], [1]]);
  });

  it('[ST30] of several writes of one key in a set keeps the last', () => {
    const set: WriteSet = {
      due: [due('d'), { clear: 'd' }],
      outbox: [outbox('o', 5), outbox('o', 4)],
      outboxSent: [1, 2].map((sent) => ({ id: 'o', sent, nextAt: 0, tries: 0 })),
    };
    expect(toMessage([set]).batch.waves).toEqual([
      {
        '-due': [[0, 'd']],
        outbox: [[0, 'o', 't', 'r', 5, '', 0]],
        outboxSent: [[0, 'o', 2, 0, 0]],
      },
    ]);
  });

  it('[ST14] takes rows of the outbox by run, whoever writes them', () => {
    const ids = ['hook_b/r1', 'hook_a/r2', 'hook_a/r1'];
    const sorted = ['hook_a/r1', 'hook_b/r1', 'hook_a/r2'];
    const writes = { outbox: ids.map((id) => outbox(id, 1)) };
    const outboxSent = ids.map((id) => ({ id, sent: 1, nextAt: 0, tries: 0 }));
    const [wave = {}, notes = {}] = toMessage([writes, { outboxSent, outboxRemove: ids }]).batch
      .waves;
    for (const list of [wave.outbox, notes.outboxSent, notes['-outbox']]) {
      expect(list?.map(([, id]) => id)).toEqual(sorted);
    }
  });

  it('[ST25] names each slot that is asked for once, to be locked', () => {
    const { batch } = toMessage([{ require: [slot('p')] }, { require: [slot('q')] }]);
    expect(batch.slots).toEqual(['x']);
  });

  it('[ST7] says where the bytes of contents lie that go beside it', () => {
    const content = (id: string, salt: number[], bytes: number[]) => ({
      ...{ id, tenant: 't', owner: 'r' },
      ...{ salt: Uint8Array.from(salt), bytes: Uint8Array.from(bytes) },
    });
    const { batch, blobs } = toMessage([
      { content: [content('a', [1, 2], [3, 4, 5])] },
      { content: [content('b', [6], []), content('c', [], [7])] },
    ]);
    expect(batch.waves[0]?.contents).toEqual([
      [0, 'a', 't', 'r', 1, 2, 3],
      [1, 'b', 't', 'r', 6, 1, 0],
      [1, 'c', 't', 'r', 7, 0, 1],
    ]);
    expect([...blobs]).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});
