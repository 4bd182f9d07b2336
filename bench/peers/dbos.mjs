// A DBOS workflow on PostgreSQL: every step's output is a row that is committed before the next
// step starts. Tracing and the admin server are off; the pool has a connection for each run at once.
import { DBOS } from '@dbos-inc/dbos-sdk';

const quiet = { logLevel: 'error', enableOTLP: false, tracingEnabled: false };

export async function open({ databaseUrl, steps, atOnce, makeOutput }) {
  const chain = DBOS.registerWorkflow(
    async () => {
      let done = 0;
      for (let number = 0; number < steps; number += 1) {
        await DBOS.runStep(async () => makeOutput(number), { name: `step_${number}` });
        done += 1;
      }
      return done;
    },
    { name: 'chain' },
  );
  const systemDatabasePoolSize = Math.max(10, atOnce);
  DBOS.setConfig({
    name: 'bench-peer',
    systemDatabaseUrl: databaseUrl,
    systemDatabasePoolSize,
    ...quiet,
  });
  await DBOS.launch();
  return {
    async runOnce(id) {
      const handle = await DBOS.startWorkflow(chain, { workflowID: id })();
      return handle.getResult();
    },
    countPersisted: async (id) => (await DBOS.listWorkflowSteps(id)).length,
    close: () => DBOS.shutdown(),
  };
}
