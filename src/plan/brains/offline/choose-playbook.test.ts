import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { choosePlaybook } from './choose-playbook.ts';
import { noPlaybooks, type OwnPlaybooks } from './own-playbooks.ts';
import { mostLooks } from './playbook-file-looks.ts';
import { shippedPlaybooks } from './playbooks/index.ts';
import { readPlaybook } from './read-playbook.ts';
import { playbookByName, putUpShelf } from './shelf.ts';

const choose = choosePlaybook;
const { general, playbooks } = shippedPlaybooks();

function exampleWith(more: object): string {
  const guide = readFileSync(new URL('../../../../docs/playbooks.md', import.meta.url), 'utf8');
  const example = JSON.parse(/```json\n([\s\S]*?)```/.exec(guide)?.[1] ?? '') as object;
  return JSON.stringify({ ...example, ...more });
}

describe('the choice of a playbook', () => {
  it.each([
    ['Open a coffee shop in Copenhagen', 'open-a-physical-business'],
    ['Eröffne ein Café in München', 'open-a-physical-business'],
    ['Build a mobile app for bird watchers', 'software-product'],
    ['Organize a conference for 200 guests', 'event'],
    ['Survey the bats of the old quarry', 'research-or-study'],
    ['Prospect dog breeders, approach 10 hot leads and close 3 deals', 'sales-prospecting'],
    ['Renovate the bathroom of my house', 'construction-or-renovation'],
    ['Write and publish a novel', 'content-or-publication'],
    ['Move to Lisbon with two cats', 'relocation-or-travel'],
    ['I need to water my houseplants', 'personal-errand'],
  ])('[PL5] %s → %s', (goal, name) => {
    expect(choose(goal).name).toBe(name);
  });

  it('[PL5] says so when none clearly fits', () => {
    const choice = choose('Raise the share of left-handed archers');
    expect(choice).toMatchObject({ name: 'general', fit: 'none' });
    expect(choice.why).toContain('No playbook clearly fits');
  });

  it('[PL5] gives the words that decided', () => {
    expect(choose('Open a bakery in Porto').why).toContain('bakery');
  });

  it('[PB3] the slowest words that a file may have are looked for in bounded work', () => {
    const goal = 'ab '.repeat(20);
    const comparisons = (own: OwnPlaybooks): number => {
      putUpShelf(own);
      const compared = vi.spyOn(String.prototype, 'startsWith');
      try {
        choose(goal);
        return compared.mock.calls.length;
      } finally {
        compared.mockRestore();
        putUpShelf(noPlaybooks);
      }
    };
    const slow = Array.from({ length: 53 }, (_, n) => `a* * a* * a* z${n}*`);
    const { playbook, problems } = readPlaybook(exampleWith({ strong: { en: slow } }));
    expect(problems).toBeUndefined();
    const own = { good: playbook ? [{ file: 'slow.json', playbook }] : [], bad: [] };
    const more = comparisons(own) - comparisons(noPlaybooks);
    // Its words are looked for once in the head and once in the whole, which are the same here.
    expect(more).toBeGreaterThan(mostLooks * 20);
    expect(more).toBeLessThanOrEqual(mostLooks * 40);
    const slower = [...slow, 'a* * a* * a* y'];
    expect(readPlaybook(exampleWith({ strong: { en: slower } })).problems?.join()).toContain(
      '3038 looks',
    );
  });
});

describe('playbook data', () => {
  it.each([...playbooks, general])(
    '[PL5] $name: keys are unique and links lead back',
    (playbook) => {
      const seen = new Set<string>();
      const all = playbook.phases.flatMap((phase) => phase.tasks);
      const keys = new Set(all.map((task) => task.key));
      expect(keys.size).toBe(all.length);
      for (const task of all) {
        for (const key of task.after ?? []) expect(keys).toContain(key);
        seen.add(task.key);
        const [low, likely, high] = task.hours;
        expect(low <= likely && likely <= high).toBe(true);
      }
      expect(playbookByName(playbook.name)).toBe(playbook);
    },
  );

  it.each([...playbooks, general])(
    '[PL9] $name: a signature or contract is T3 and for a person',
    (playbook) => {
      const all = playbook.phases.flatMap((phase) => phase.tasks);
      const signed = all.filter((task) => /\bsign\b/i.test(task.title));
      expect(signed.filter((task) => task.tier !== 'T3')).toEqual([]);
      expect(all.filter((task) => task.tier === 'T3' && !task.human)).toEqual([]);
    },
  );

  it.each(playbooks)(
    '[PL2] $name: at least six in ten task titles name the goal’s own things',
    (playbook) => {
      const titles = playbook.phases.flatMap((phase) => phase.tasks.map((task) => task.title));
      const own = titles.filter((title) =>
        /\{(?:the_thing|thing|title_short|goal_short|this_act|to_act|in_place|to_place)\}/.test(
          title,
        ),
      );
      expect(own.length / titles.length).toBeGreaterThan(0.6);
    },
  );
});
