// Asks a person. The tool only says what; the engine parks the step until there is an answer, which
// comes back with the next attempt.
import { z } from 'zod';
import { defineTool, nothingToUndo } from './tool.ts';

const choice = z.string().min(1).max(200);
const params = z.strictObject({
  question: z.string().min(1).max(4_000),
  choices: z.array(choice).max(20).optional(),
  answer: z.string().max(20_000).optional().describe('Put in by the engine when it is there.'),
});

const output = z.object({ answer: z.string() });

export const askPerson = defineTool<z.infer<typeof params>, z.infer<typeof output>>({
  name: 'ask_person',
  title: 'Ask a person',
  description: 'Asks a person a question and goes on with the answer.',
  params,
  output,
  tier: 1,
  effects: 'person',
  reversibility: 'reversible',
  preview: ({ question }) =>
    Promise.resolve({ summary: `Ask a person: ${question}`, diff: '', labels: [] }),
  run({ question, choices, answer }) {
    if (answer !== undefined) return Promise.resolve({ output: { answer }, labels: [] });
    const park = { for: 'answer', question, ...(choices ? { choices } : {}) } as const;
    return Promise.resolve({ park });
  },
  undo: nothingToUndo,
});
