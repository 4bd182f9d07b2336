// The rooms of the house and who may import whom. Data flows from the goal to the faces, and
// imports only ever point back along that road.

/** Rooms from the ground up. Rooms on one floor do not import each other. */
const floors = [
  ['base'],
  ['contract'],
  ['schedule', 'gates', 'engine core', 'models'],
  ['store'],
  ['engine shell'],
  ['events'],
  ['plan', 'work', 'links'],
  ['lab'],
  ['operations'],
  ['faces'],
  // src/*.ts: config → store → engine → faces.
  ['main'],
  // The command line is the process's door: it starts the wiring, see decision 0010.
  ['cli'],
] as const;

export type Room = (typeof floors)[number][number] | 'sdk' | 'web';

/** Engine files that decide and do not act; the store may know them. All others are the shell. */
const engineCore = new Set([
  'apply',
  'apply-graph',
  'apply-move',
  'approvals',
  'attempt-end',
  'budget',
  'cascade',
  'checks',
  'command-of',
  'commands',
  'consequences',
  'decide-family',
  'decide-graph',
  'decide-run',
  'decide-step',
  'decide-work',
  'decision',
  'event-types',
  'first-wait',
  'graph',
  'held',
  'lease',
  'log-header',
  'packed-refs',
  'machine',
  'purse',
  'recover',
  'recovery',
  'replay-match',
  'state',
  'stored',
  'transitions',
  'undo',
  'upcasters',
  'view',
  'watchdog',
]);

/** Rooms that only compute: no clock, no disk, no network. */
const pureRooms: ReadonlySet<Room> = new Set<Room>(['schedule', 'gates', 'engine core']);

export function roomOf(file: string): Room | undefined {
  if (/^src\/[^/]+\.ts$/.test(file)) return 'main';
  if (file.startsWith('sdk/')) return 'sdk';
  if (file.startsWith('web/')) return 'web';
  const [, folder, rest = ''] = /^src\/([^/]+)\/(.+)\.ts$/.exec(file) ?? [];
  if (folder === 'engine') return engineCore.has(rest) ? 'engine core' : 'engine shell';
  return floors.flat().find((room) => room === folder);
}

export function mayImport(from: Room, to: Room): boolean {
  if (from === to) return true;
  if (from === 'sdk' || from === 'web') return to === 'contract';
  if (to === 'web') return false;
  // The demo and the examples run agents, and an agent is written with the SDK.
  if (to === 'sdk') return from === 'cli';
  return floorOf(to) < floorOf(from);
}

export function isPure(room: Room): boolean {
  return pureRooms.has(room);
}

function floorOf(room: Room): number {
  return floors.findIndex((floor) => (floor as readonly Room[]).includes(room));
}
