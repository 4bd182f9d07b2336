// What an execution can be trusted with, item by item and face by face: the table that the tests of
// this folder are made from. A face that has no way to do a thing says why it has no cell.
//
//                      engine  REST  MCP  stdio  CLI  SDK    rules, with those of the parts in brackets
//  lying worker          x      x     x     x     x    x     FC9  (JD1 JD2 JD4 TL52)
//  forged receipt        x      x     x     x     -    x     FC10 (JD7 TL52)
//  own approval          x      x     x     x     x    x     FC1 FC8 (AV3)
//  changed arguments     x      x     x     -     x    x     FC3  (AV2)
//  expired approval      x      x     x     x     x    x     FC6  (AV4)
//  unknown price         x      x     x     x     x    x     FC20 (BG5)
//  purse after resume    x      x     x     x     x    x     FC20 (BG7)
//  kill while undoing    x      x     x     x     x    x     FC23 (EN28 EN29 OP18)
//  fork that mails       x      x     x     x     -    x     FC21 (FK1 TL55)
//  command that leaves   x      x     x     x     x    x     FC22 (TL20 TL21 TL44)
//  path that leaves      x      x     x     x     x    x     FC22 (TL1 TL2 TL43)
//  edit applied twice    x      x     x     x     x    x     TL10 (TL13)
//
// Every cell is on SQLite and on PostgreSQL (of the command line, only the kill switch is on both) and
// looks at the log, the rows or the files themselves. A usual run shows each item on the engine of both
// stores, on two other faces on SQLite and on one on PostgreSQL; `npm run test:long` shows every cell.

import { isWhole } from '../support/size.ts';
import { type StoreName, storeNames } from '../support/stores.ts';

export const serverFaces = ['REST', 'MCP', 'stdio', 'CLI', 'SDK'] as const;
export const faceNames = ['engine', ...serverFaces] as const;
export type FaceName = (typeof faceNames)[number];

type Row = { readonly [Name in FaceName]?: string };

/** Faces without a cell, each with the reason. */
export const matrix = {
  'lying worker': {},
  'forged receipt': { CLI: 'No command hands in work, so there is nothing to forge one in.' },
  'own approval': {},
  'changed arguments': { stdio: 'It speaks for a service, which approves nothing, old or new.' },
  'expired approval': {},
  'unknown price': {},
  'purse after resume': {},
  'kill while undoing': {},
  'fork that mails': { CLI: 'No command makes a fork or takes work.' },
  'command that leaves': {},
  'path that leaves': {},
  'edit applied twice': {},
} as const satisfies Readonly<Record<string, Row>>;

export type Item = keyof typeof matrix;

export interface Place {
  readonly store: StoreName;
  /** In the thread of the test, or in a process of its own. */
  readonly at: 'engine' | 'server';
}

export const places: readonly Place[] = storeNames.flatMap((store) =>
  (['engine', 'server'] as const).map((at) => ({ store, at })),
);

/** Others for each item, so that every face has its turn. */
export function shownFaces({ at, store }: Place, item: Item): readonly FaceName[] {
  const all = facesOf({ at, store }, item);
  if (isWhole || at === 'engine') return all;
  const first = Object.keys(matrix).indexOf(item);
  const turned = all.map((_, index) => all[(first + index) % all.length] as FaceName);
  return store === 'sqlite' ? turned.slice(0, 2) : turned.slice(2, 3);
}

/** All cells of an item in one place. */
export function facesOf({ at, store }: Place, item: Item): FaceName[] {
  const row: Row = matrix[item];
  const here: readonly FaceName[] = at === 'engine' ? ['engine'] : serverFaces;
  const isSlow = (name: FaceName): boolean =>
    name === 'CLI' && store === 'postgres' && item !== 'kill while undoing';
  return here.filter((name) => row[name] === undefined && !isSlow(name));
}
