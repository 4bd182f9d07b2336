// Seeds that found something once. They are run for ever, whatever range is asked for; the story of a
// seed changes when the world does, but the places they led to are worth a visit.
export const keptSeeds: readonly number[] = [
  // A patch that opens a failed run again could not be decided again from the log.
  21, 50, 55, 59, 98,
  // A patch changed a step that was cancelled.
  47, 86,
  // A step of an in-process worker waited for a capability without end.
  306, 354, 409,
  // A worker dropped what it took after its pulse rang, and nobody else got it.
  514,
  // A live in-process worker held what it did not know of after a commit without an answer.
  281, 483, 1038, 1271, 1473, 1538, 1797,
  // A kill switch took a step from an in-process worker, and its live pulse kept the lease.
  473,
  // The first claim of an in-process worker was done and not answered.
  329,
  // A step that was changed called a helper whose name was taken, and the run did not end.
  14_767,
  // A slot that was free again with a claim woke nobody.
  51_822,
  // A step that a person took over, or gave to an agent, had no slot.
  20, 944, 986, 1202, 1411, 1702, 1744,
  // A step that was given back was refused when the call was repeated with its key.
  665,
];
