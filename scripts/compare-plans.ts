// Compares published PlanExe plans with ours, by code alone.
//   node scripts/compare-plans.ts [--json] [NAME=]PATH …   prints the tables, or all figures
//   node scripts/compare-plans.ts --write                  renews docs/compared-with-planexe.md
// Without a path the shipped examples are ours. The published plans lie in the outside data.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { measureOurs, measurePublished, shippedExamples } from './lib/compare/find-plans.ts';
import { filledPage } from './lib/compare/page.ts';
import { tableNames, tableOf } from './lib/compare/tables.ts';
import { findOutsideData } from './lib/outside-data.ts';
import { say } from './lib/say.ts';

const root = path.resolve(import.meta.dirname, '..');
const page = path.join(root, 'docs', 'compared-with-planexe.md');

function main(): number {
  const { values, positionals } = parseArgs({
    options: { json: { type: 'boolean' }, write: { type: 'boolean' } },
    allowPositionals: true,
  });
  const data = findOutsideData(root);
  if (data === undefined) {
    say('The published plans are not here. TEST_DATA_DIR says where they are.');
    return 1;
  }
  const ours = positionals.length > 0 ? positionals : shippedExamples(root);
  const plans = [...measurePublished(data), ...ours.map(measureOurs)];
  if (values.write) writeFileSync(page, filledPage(readFileSync(page, 'utf8'), plans));
  else if (values.json) say(JSON.stringify({ plans }, null, 2));
  else for (const name of tableNames) say(`${name}\n\n${tableOf(name, plans)}\n`);
  return 0;
}

process.exitCode = main();
