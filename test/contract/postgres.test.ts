import { postgresHarness } from './harness.ts';
import { storeContract } from './store-contract.ts';

storeContract('PostgreSQL', postgresHarness);
