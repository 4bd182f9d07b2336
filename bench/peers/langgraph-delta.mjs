// The same graph with LangGraph's DeltaChannel, which writes what a step added rather than the whole
// list. It is marked beta, so it stands beside the figures rather than in them.
import { Annotation, DeltaChannel } from '@langchain/langgraph';
import { openWith } from './langgraph.mjs';

const deltaState = Annotation.Root({
  outputs: () =>
    new DeltaChannel((all, added) => all.concat(...added), { initialValueFactory: () => [] }),
});

export const open = (options) => openWith(deltaState, options);
