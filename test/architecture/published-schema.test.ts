// The published JSON Schema is a file in the repository, so that a change of it is seen in review.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { planSchemaText } from '../../scripts/lib/plan-schema.ts';
import { playbookSchemaText } from '../../scripts/lib/playbook-schema.ts';
import { root } from './source-tree.ts';

it('[AR10] schema/plan.schema.json is the one made from the contract (npm run build:schema)', () => {
  const file = readFileSync(path.join(root, 'schema', 'plan.schema.json'), 'utf8');
  expect(file).toBe(planSchemaText());
});

it('[PB9] schema/playbook.schema.json is the one made from the reader (npm run build:schema)', () => {
  const file = readFileSync(path.join(root, 'schema', 'playbook.schema.json'), 'utf8');
  expect(file).toBe(playbookSchemaText());
});
