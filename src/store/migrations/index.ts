import { initial } from './0001-initial.ts';
import { engine } from './0002-engine.ts';
import { logOrder } from './0003-log-order.ts';
import { purses } from './0004-purses.ts';
import { usage } from './0005-usage.ts';
import { archives } from './0006-archives.ts';
import { outbox } from './0007-outbox.ts';
import type { Migration } from './migration.ts';

export const migrations: readonly Migration[] = [
  initial,
  engine,
  logOrder,
  purses,
  usage,
  archives,
  outbox,
];
