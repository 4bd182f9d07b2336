// Both stores for describe.each: the name, and a database where one is needed.
import { createTestDatabase } from './database.ts';

export interface StoreChoice {
  readonly databaseUrl?: string;
  drop(): Promise<void>;
}

export const storeNames = ['sqlite', 'postgres'] as const;
export type StoreName = (typeof storeNames)[number];

export async function chooseStore(name: StoreName): Promise<StoreChoice> {
  if (name === 'sqlite') return { drop: async () => undefined };
  const { url, drop } = await createTestDatabase();
  return { databaseUrl: url, drop };
}
