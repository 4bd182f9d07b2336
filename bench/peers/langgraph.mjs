// LangGraph with its own SQLite checkpointer (WAL, where better-sqlite3 is built with synchronous
// NORMAL). durability "sync" waits for a step's checkpoint before the next step starts; the default,
// "async", lets the next step overtake it, so that a crash may lose a finished step.
// Every step adds its output to one list in the state, which is how a graph keeps what steps made.
import path from 'node:path';
import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';

const listState = Annotation.Root({
  outputs: Annotation({ reducer: (all, added) => all.concat(added), default: () => [] }),
});

function buildGraph(state, steps, makeOutput) {
  const graph = new StateGraph(state);
  for (let number = 0; number < steps; number += 1) {
    graph.addNode(`step_${number}`, async () => ({ outputs: [makeOutput(number)] }));
    graph.addEdge(number === 0 ? START : `step_${number - 1}`, `step_${number}`);
  }
  return graph.addEdge(`step_${steps - 1}`, END);
}

export async function openWith(state, { dir, steps, makeOutput }) {
  const checkpointer = SqliteSaver.fromConnString(path.join(dir, 'langgraph.db'));
  const graph = buildGraph(state, steps, makeOutput).compile({ checkpointer });
  return {
    async runOnce(id) {
      const config = { configurable: { thread_id: id }, recursionLimit: steps + 5 };
      const { outputs } = await graph.invoke({}, { ...config, durability: 'sync' });
      return outputs.length;
    },
    /** One checkpoint for each step, one for the input and one for the start. */
    async countPersisted(id) {
      const sql = 'select count(*) as rows from checkpoints where thread_id = ?';
      return checkpointer.db.prepare(sql).get(id).rows - 2;
    },
    close: async () => void checkpointer.db.close(),
  };
}

export const open = (options) => openWith(listState, options);
