// The JSON Schema of plan.json, made from the zod schema that the program itself checks plans with.
import { z } from 'zod';
import * as planContract from '../../src/contract/plan.ts';

export function planSchemaText(): string {
  const schema = z.toJSONSchema(planContract.planSchema, {
    target: 'draft-2020-12',
    // As it is written: what has a default may be left out.
    io: 'input',
  });
  return `${JSON.stringify({ title: 'Planwright plan', ...schema }, null, 2)}\n`;
}
