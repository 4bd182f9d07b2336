// Writes the schemas that the package publishes. A test keeps the files up to date.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { planSchemaText } from './lib/plan-schema.ts';
import { playbookSchemaText } from './lib/playbook-schema.ts';

const folder = fileURLToPath(new URL('../schema', import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(path.join(folder, 'plan.schema.json'), planSchemaText());
writeFileSync(path.join(folder, 'playbook.schema.json'), playbookSchemaText());
