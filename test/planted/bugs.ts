// Twenty mistakes that a tired person could make, one place each. `npm run test:planted` puts them into
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
    file: 'src/engine/held.ts',
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
    name: 'beat-renews-all',
    what: 'A sign of life for one lease renews all leases of its holder: one whose answer was lost stays locked as long as its agent lives.',
    file: 'src/engine/holder-calls.ts',
    find: `    await this.#moveEnd(claim, held, rows);
`,
    replace: `    await this.#moveEnd(claim, held, rows);
    for (const { run, step, attempt } of await store.heldSteps(request.tenant, request.holder)) {
      const other = { run, step, attempt };
      const more = await runs.get(run).read((state) => renewal(state, other, now));
      if (more) await this.#moveEnd(other, more, []).catch(() => undefined);
    }
`,
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
    find: `const [result] = await this.#store.commit([set], { isEarly });
`,
    replace: `const { outbox, ...rest } = set;
    const [result] = await this.#store.commit([rest], { isEarly });
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
  {
    name: 'used-approval-lasts',
    what: 'Whether an approval has run out is looked at before the first attempt only: what is tried again is done long after it counted.',
    file: 'src/engine/approvals.ts',
    find: `if (!approval || approval.until <= now) return false;`,
    replace: `if (!approval || (approval.until <= now && step.attempt === 0)) return false;`,
  },
  {
    name: 'worker-approves-itself',
    what: 'Nobody holds a step that waits, so nobody is ever its holder: whoever proposed an act may approve it.',
    file: 'src/engine/approvals.ts',
    find: `step.lastHolder === command.by`,
    replace: `step.lease?.holder === command.by`,
  },
  {
    name: 'reserved-not-counted',
    what: 'What attempts under way may still cost is left out: workers side by side spend the same money.',
    file: 'src/engine/budget.ts',
    find: `purse.spent[kind] + purse.reserved[kind] + (cost[kind] ?? 0) > limit`,
    replace: `purse.spent[kind] + (cost[kind] ?? 0) > limit`,
  },
  {
    name: 'reservation-kept',
    what: 'A step that is cancelled because of another keeps its reservation: the run waits for money that nobody uses.',
    file: 'src/engine/apply-move.ts',
    find: `if (reserve) addTo(purse.reserved, totalsOf(reserve), -1);`,
    replace: `if (reserve && step === def.id) addTo(purse.reserved, totalsOf(reserve), -1);`,
  },
  {
    name: 'failed-check-counts',
    what: 'A check that is over counts as one that accepted: work counts though one of its checks never came to a verdict.',
    file: 'src/engine/checks.ts',
    find: `other !== undefined && cascade.stateOf(other) === 'VERIFIED'`,
    replace: `other !== undefined && !['READY', 'LEASED', 'WAITING'].includes(cascade.stateOf(other))`,
  },
  {
    name: 'rung-taken-again',
    what: 'The step that takes the place of another gets the rung that made it once more: replacement follows replacement, and nobody is asked.',
    file: 'src/engine/recover.ts',
    find: `recovery.slice(step.recoveries + 1)`,
    replace: `recovery.slice(step.recoveries)`,
  },
  {
    name: 'failed-helper-forgotten',
    what: 'When whoever was to help a step fails, its ladder is not gone on with: it waits for ever.',
    file: 'src/engine/consequences.ts',
    find: `isRescuer(step) && (step.state === 'VERIFIED' || step.state === 'FAILED')`,
    replace: `isRescuer(step) && step.state === 'VERIFIED'`,
  },
  {
    name: 'arguments-by-prefix',
    what: 'An allowed command may be run with any arguments behind the allowed ones.',
    file: 'src/work/safety/policy.ts',
    find: `if (isOpen ? args.length < fixed.length : args.length !== fixed.length) return false;`,
    replace: `if (args.length < fixed.length) return false;`,
  },
  {
    name: 'half-done-not-undone',
    what: 'Undo looks at acts that came to their end only: what a crash cut off stays half done, and counts as undone.',
    file: 'src/work/safety/restore.ts',
    find: `  for (const entry of journal.entries) {
    if (entry.state === 'void') continue;
`,
    replace: `  for (const entry of journal.entries.filter(({ state }) => state === 'done')) {
`,
  },
  {
    name: 'secret-in-facts',
    what: 'Secrets are taken out of the message of an error and not out of its facts, which go into logs and answers.',
    file: 'src/work/safety/redact.ts',
    find: `value(given.facts) as ErrorFacts`,
    replace: `given.facts as ErrorFacts`,
  },
];
