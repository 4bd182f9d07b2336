// What simulating 300 tasks 10,000 times adds to a process that does nothing else: by how many
// megabytes its peak rises. Prints {rss_mb}.
import { simulate } from '../../src/schedule/simulate/monte-carlo.ts';
import { toDigits } from '../lib/round.ts';
import { simulationModel } from './model.ts';

const KIB_PER_MB = 1024;

const model = simulationModel(300, 'office');
const before = process.resourceUsage().maxRSS;
simulate(model, { runs: 10_000, seed: 1 });
const grown = process.resourceUsage().maxRSS - before;
process.stdout.write(JSON.stringify({ rss_mb: toDigits(grown / KIB_PER_MB) }));
