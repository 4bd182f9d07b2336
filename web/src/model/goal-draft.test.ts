import { beforeEach, describe, expect, it, vi } from 'vitest';
import { draftOf, dropDraft, emptyDraft, keepDraft, readDraft } from './goal-draft.ts';

describe('a draft of a plan', () => {
  beforeEach(() => dropDraft());

  it('[UI18] keeps what was written until it is dropped', () => {
    keepDraft({ goal: 'Open a bakery', detail: 'full' });
    keepDraft({ usd: '5' });
    expect(readDraft()).toMatchObject({ goal: 'Open a bakery', detail: 'full', usd: '5' });
    dropDraft();
    expect(readDraft()).toEqual(emptyDraft);
  });

  it('[UI18] is stored for a reload of the tab', () => {
    const setItem = vi.fn();
    vi.stubGlobal('sessionStorage', { setItem, getItem: () => null });
    keepDraft({ goal: 'Open a bakery' });
    vi.unstubAllGlobals();
    const [, text] = setItem.mock.calls[0] as [string, string];
    expect(draftOf(JSON.parse(text)).goal).toBe('Open a bakery');
  });

  it.each([null, 7, [], { detail: 'huge' }, { goal: 7 }, { other: 'x' }])(
    'reads %j as an empty one',
    (value) => {
      expect(draftOf(value)).toEqual(emptyDraft);
    },
  );
});
