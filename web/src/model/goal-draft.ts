// A plan that is being asked for, until the server has taken it: a failed call, a reload of the tab or a
// look at another page loses nothing of it. It stays in this tab alone.

export interface GoalDraft {
  readonly goal: string;
  readonly startDate: string;
  readonly detail: 'brief' | 'standard' | 'full';
  /** Empty: whatever thinks best among what is there. */
  readonly brain: string;
  readonly profile: string;
  /** What minds may cost at most, in USD as typed; empty for no limit. */
  readonly usd: string;
}

export const emptyDraft: GoalDraft = {
  goal: '',
  startDate: '',
  detail: 'standard',
  brain: '',
  profile: '',
  usd: '',
};

const storageKey = 'planwright-goal-draft';

let draft: GoalDraft | undefined;

export function readDraft(): GoalDraft {
  draft ??= stored();
  return draft;
}

export function keepDraft(part: Partial<GoalDraft>): void {
  draft = { ...readDraft(), ...part };
  save(JSON.stringify(draft));
}

/** The server has it now. */
export function dropDraft(): void {
  draft = emptyDraft;
  save('');
}

function save(text: string): void {
  try {
    sessionStorage.setItem(storageKey, text);
  } catch {
    // Storage may be off or full; the draft then lasts until the page is closed.
  }
}

function stored(): GoalDraft {
  try {
    return draftOf(JSON.parse(sessionStorage.getItem(storageKey) ?? ''));
  } catch {
    return emptyDraft;
  }
}

/** Of anything that was stored: what is not as it should be is left out. */
export function draftOf(value: unknown): GoalDraft {
  if (typeof value !== 'object' || value === null) return emptyDraft;
  const known = Object.entries(value).filter(
    ([name, text]) => Object.hasOwn(emptyDraft, name) && typeof text === 'string',
  );
  const found: GoalDraft = { ...emptyDraft, ...Object.fromEntries(known) };
  const isKnown = found.detail === 'brief' || found.detail === 'full';
  return isKnown ? found : { ...found, detail: 'standard' };
}
