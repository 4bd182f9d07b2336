// Ten mistakes that a tired person could make, one place each. `npm run test:planted` puts them into
// copies of the tree, one at a time; the suites must notice every one. Whoever adds a bug does not
// look at the tests first, or it would only be found because it was made to be.

export interface PlantedBug {
  readonly name: string;
  /** What goes wrong for whom. */
  readonly what: string;
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
}

export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'token-check-dropped',
    what: 'A holder that lost a step and took it again may complete it with the token of the old attempt.',
    file: 'src/engine/decide-work.ts',
    find: `step?.state === 'LEASED' && lease?.attempt === held.attempt && lease.holder === held.holder`,
    replace: `step?.state === 'LEASED' && lease?.holder === held.holder`,
  },
  {
    name: 'ack-before-commit',
    what: 'A command without requirements is answered before the store has it; a commit that fails was acknowledged.',
    file: 'src/engine/run-actor.ts',
    find: `    failpoint(state.ending ? 'undo-decided' : 'run-decided');
`,
    replace: `    failpoint(state.ending ? 'undo-decided' : 'run-decided');
    if (!set.require) {
      decided.forEach(({ pending, events: own }, index) => {
        pending.resolve({ ok: true, events: own, value: values[index] });
      });
    }
`,
  },
  {
    name: 'less-for-less-or-equal',
    what: 'A step is tried once more than its attempts allow.',
    file: 'src/engine/decide-work.ts',
    find: `failures >= step.def.attempts_max`,
    replace: `failures > step.def.attempts_max`,
  },
  {
    name: 'missing-body-hash',
    what: 'The hash of a call covers the names of its fields only: the same key with another body gets the first answer.',
    file: 'src/operations/once.ts',
    find: `sha256Hex(canonicalJson(input))`,
    replace: `sha256Hex(canonicalJson(Object.keys(input)))`,
  },
  {
    name: 'outbox-outside-the-transaction',
    what: 'What is to be delivered is written after the events; a crash between the two loses the delivery.',
    file: 'src/engine/run-actor.ts',
    find: `const [result] = await this.#store.commit([set]);
`,
    replace: `const { outbox, ...rest } = set;
    const [result] = await this.#store.commit([rest]);
    if (result?.ok && outbox) await this.#store.commit([{ outbox }]);
`,
  },
  {
    name: 'lost-unlock',
    what: 'A step whose lease could not be stored stays marked as in flight: this process never hands it out again.',
    file: 'src/engine/claims.ts',
    find: `    try {
      return await this.#tryLease(row, request);
    } finally {
      this.#inFlight.delete(place);
    }
`,
    replace: `    const claimed = await this.#tryLease(row, request);
    this.#inFlight.delete(place);
    return claimed;
`,
  },
  {
    name: 'unbounded-retry',
    what: 'Lost attempts do not count: a step that takes its worker down is handed out for ever.',
    file: 'src/engine/apply.ts',
    find: `{ failed: 1, rejected: 1, lost: 1, parked: 0, revoked: 0 }`,
    replace: `{ failed: 1, rejected: 1, lost: 0, parked: 0, revoked: 0 }`,
  },
  {
    name: 'cursor-off-by-one',
    what: 'The cursor of a page of events names the next event, but reading begins behind it: one is missed a page.',
    file: 'src/operations/executions.ts',
    find: `next_after: nextAfter,`,
    replace: `next_after: nextAfter + 1,`,
  },
  {
    name: 'tenant-filter-gone',
    what: 'Whoever knows the id of a run of another tenant may claim its steps.',
    file: 'src/store/sql/work.ts',
    find: `and s.tenant = $2 and s.run = $3`,
    replace: `and $2 <> '' and s.run = $3`,
  },
  {
    name: 'cancel-unchecked',
    what: 'A worker in the process that completes a step of a paused run is given the next one.',
    file: 'src/engine/decide-work.ts',
    find: `  if (state.hold) return 'The run is paused.';
`,
    replace: '',
  },
];
