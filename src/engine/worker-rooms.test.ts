import { describe, expect, it } from 'vitest';
import { WorkerRooms } from './worker-rooms.ts';

const countOf = (hasRoom: (performer: string) => boolean, performer: string): number => {
  let count = 0;
  while (count < 1_000 && hasRoom(performer)) count += 1;
  return count;
};

const passedOn = (rooms: WorkerRooms, done: string, mayPassOn: boolean, to: string): number => {
  const passed = rooms.passOn(done);
  const count = countOf(passed.decide(mayPassOn), to);
  passed.settle([]);
  return count;
};

describe('the rooms of an in-process worker', () => {
  it('[EN36] models that wait do not take the room of other steps', () => {
    const rooms = new WorkerRooms();
    for (let index = 0; index < 256; index += 1) rooms.enter('model');
    expect(rooms.has('model')).toBe(false);
    expect(rooms.has('engine')).toBe(true);
    expect(rooms.has('tool')).toBe(true);
    rooms.leave('model');
    expect(rooms.has('model')).toBe(true);
  });

  it('[EN36] what follows a step may have its room', () => {
    const rooms = new WorkerRooms(2);
    rooms.enter('engine');
    rooms.enter('tool');
    expect(passedOn(rooms, 'engine', true, 'engine')).toBe(1);
    expect(passedOn(rooms, 'engine', true, 'model')).toBe(2);
  });

  it('[EN44] a share is what is free, divided; what is not used after all is free again', () => {
    const rooms = new WorkerRooms(7);
    rooms.enter('tool');
    const share = rooms.share(rooms.quota([['engine'], ['tool', 'model'], ['engine'], ['model']]));
    expect([share.left('engine'), share.left('tool'), share.left('model')]).toEqual([2, 2, 4]);
    share.keep('engine');
    share.keep('tool');
    expect([share.left('engine'), share.left('model')]).toEqual([0, 4]);
    share.giveBack('tool');
    expect(share.left('engine')).toBe(1);
    for (let index = 0; index < 5; index += 1) rooms.enter('tool');
    expect(share.left('engine')).toBe(0);
  });

  it('[EN44] a room that is passed on is kept from the decision on, once', () => {
    const rooms = new WorkerRooms(3);
    rooms.enter('engine');
    const first = rooms.passOn('engine');
    expect(countOf(first.decide(true), 'engine')).toBe(3);
    expect(rooms.has('engine')).toBe(false);
    expect(passedOn(rooms, 'tool', true, 'tool')).toBe(0);
    // Decided again after a conflict.
    expect(countOf(first.decide(true), 'engine')).toBe(3);
    first.settle(['engine', 'engine']);
    rooms.leave('engine');
    expect(rooms.share(rooms.quota([['engine']])).left('engine')).toBe(1);
  });

  it('[EN36] the last room is not passed on for ever', () => {
    const rooms = new WorkerRooms(1);
    rooms.enter('engine');
    expect(passedOn(rooms, 'engine', false, 'engine')).toBe(0);
    rooms.leave('engine');
    rooms.enter('model');
    expect(passedOn(rooms, 'model', false, 'engine')).toBe(0);
    expect(passedOn(rooms, 'model', true, 'engine')).toBe(1);
  });
});
