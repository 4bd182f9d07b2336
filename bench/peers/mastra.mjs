// A Mastra workflow on its LibSQL storage, set up as its documentation shows: the store itself sets
// WAL and synchronous NORMAL. The default engine writes a snapshot at every step, before the next.
import path from 'node:path';
import { Mastra } from '@mastra/core';
import { createStep, createWorkflow } from '@mastra/core/workflows';
import { LibSQLStore } from '@mastra/libsql';
import { z } from 'zod';

const output = z.object({ n: z.number(), text: z.string() });

function buildWorkflow(steps, makeOutput) {
  let workflow = createWorkflow({ id: 'chain', inputSchema: output, outputSchema: output });
  for (let number = 0; number < steps; number += 1) {
    workflow = workflow.then(
      createStep({
        id: `step_${number}`,
        inputSchema: output,
        outputSchema: output,
        execute: async () => makeOutput(number),
      }),
    );
  }
  return workflow.commit();
}

export async function open({ dir, steps, makeOutput }) {
  const storage = new LibSQLStore({ id: 'bench', url: `file:${path.join(dir, 'mastra.db')}` });
  const chain = buildWorkflow(steps, makeOutput);
  const mastra = new Mastra({ storage, logger: false, workflows: { chain } });
  await storage.init();
  const workflow = mastra.getWorkflow('chain');
  return {
    async runOnce(id) {
      const run = await workflow.createRun({ runId: id });
      const result = await run.start({ inputData: { n: -1, text: '' } });
      if (result.status !== 'success') throw new Error(`mastra: ${result.status}`);
      return Object.values(result.steps).filter(({ status }) => status === 'success').length;
    },
    async countPersisted(id) {
      const store = await storage.getStore('workflows');
      const { context } = await store.loadWorkflowSnapshot({ workflowName: 'chain', runId: id });
      return Object.values(context).filter(({ status }) => status === 'success').length;
    },
    close: () => storage.close(),
  };
}
