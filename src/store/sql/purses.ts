// Reads of purses, and of steps that wait for one. The index on those steps is partial, so the literals of
// its condition stand in the statements.
import type { PurseReader } from '../store.ts';
import type { RowSource } from './row-source.ts';

const unpaid = `s.state = 'WAITING' and s.wait_for = 'budget'`;

const purseSql = {
  purse: `select * from purses where tenant = $1 and id = $2`,
  purses: `select * from purses where tenant = $1 and id < $2 order by id desc limit $3`,
  allPurses: `select * from purses where id > $1 order by id limit $2`,
  nextUnpaidKey: `select s.wait_key as key from steps s where ${unpaid} and s.wait_key > $1
    order by s.wait_key limit 1`,
  unpaidSteps: `select s.* from steps s cross join runs r
    where ${unpaid} and s.wait_key = $1 and (s.urgency, s.turn_at, s.run, s.position) > ($2, $3, $4, $5)
      and r.id = s.run and r.held_at = 0 and r.ending = ''
    order by s.urgency, s.turn_at, s.run, s.position limit $6`,
} as const;

const beforeAll = { urgency: -1, turn_at: -1, run: '', position: -1 };

export const purseReads = ({ all, one }: RowSource): PurseReader => ({
  purse: (tenant, id) => one(purseSql.purse, tenant, id),
  purses: (tenant, { before, limit }) => all(purseSql.purses, tenant, before, limit),
  allPurses: (after, limit) => all(purseSql.allPurses, after, limit),
  nextUnpaidKey: async (after) =>
    (await one<{ key: string }>(purseSql.nextUnpaidKey, after))?.key ?? null,
  unpaidSteps: (key, limit, after = beforeAll) => {
    const { urgency, turn_at, run, position } = after;
    return all(purseSql.unpaidSteps, key, urgency, turn_at, run, position, limit);
  },
});
