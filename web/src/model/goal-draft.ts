// A goal on its way from a plan that could not be made back to the box where it is written.

let draft = '';

export function keepDraft(goal: string): void {
  draft = goal;
}

/** Given once: a reload or another visit starts empty. */
export function takeDraft(): string {
  const goal = draft;
  draft = '';
  return goal;
}
