// Migrations are numbered and append-only. `breaking` says that an older build must not go on with
// the changed schema; without it old and new servers run side by side (expand first, contract later).

export interface Migration {
  readonly id: number;
  readonly name: string;
  /** On both stores, on one of them, or not. */
  readonly breaking: boolean | 'sqlite' | 'postgres';
  readonly sqlite: string;
  readonly postgres: string;
}

export interface AppliedMigration {
  readonly id: number;
  readonly name: string;
  readonly breaking: number;
}

export const isBreaking = ({ breaking }: Migration, store: 'sqlite' | 'postgres'): boolean =>
  breaking === true || breaking === store;
