import { sqliteHarness } from './harness.ts';
import { storeContract } from './store-contract.ts';

storeContract('SQLite', sqliteHarness);
