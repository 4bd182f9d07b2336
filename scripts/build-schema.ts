// Writes schema/plan.schema.json, which the package publishes. A test keeps the file up to date.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { planSchemaText } from './lib/plan-schema.ts';

const folder = fileURLToPath(new URL('../schema', import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(path.join(folder, 'plan.schema.json'), planSchemaText());
