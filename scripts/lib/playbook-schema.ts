// The JSON Schema of a playbook file, made from the zod schema that the program itself reads them with.
import { z } from 'zod';
import { playbookFileSchema } from '../../src/plan/brains/offline/playbook-file.ts';

export function playbookSchemaText(): string {
  const schema = z.toJSONSchema(playbookFileSchema, { target: 'draft-2020-12', io: 'input' });
  return `${JSON.stringify({ title: 'Planwright playbook', ...schema }, null, 2)}\n`;
}
