// A plan of the examples whose first levels are those of the recorded mind, and whose critics and last
// words are those of rules: what a stand-in has to live with.
import { readFileSync } from 'node:fs';
import { likeness } from '../../src/gates/alike.ts';
import { answerByRule } from '../../src/plan/brains/offline/offline-mind.ts';
import { type OfflineRun, runOffline } from '../../src/plan/brains/offline/run-offline.ts';
import { readCassette } from '../../src/plan/brains/recorded/read-cassette.ts';
import { stagesFor } from '../../src/plan/catalog.ts';
import { settingsSchema } from '../../src/plan/settings.ts';
import type { Detail } from '../../src/plan/stage.ts';
import { promptOf, type ThoughtWork } from '../../src/plan/thought.ts';

export const recordedExamples = ['bicycle-repair-shop', 'clinic-shifts', 'dog-breeders'] as const;

interface About {
  readonly goal: string;
  readonly start_date: string;
  readonly detail: Detail;
}

const textOf = (example: string, file: string): string =>
  readFileSync(new URL(`../../examples/${example}/${file}`, import.meta.url), 'utf8');

export async function recordedRun(
  example: string,
  byRule: (stage: string) => boolean,
): Promise<OfflineRun> {
  const {
    goal,
    start_date: startDate,
    detail,
  } = JSON.parse(textOf(example, 'about.json')) as About;
  const { entries, contents } = readCassette(textOf(example, 'recording.json'));
  const content = (digest: string): string => contents[digest]?.join('\n') ?? '';
  const stages = stagesFor(
    settingsSchema.parse({ brain: 'recorded', profile: '', seed: 0, startDate, detail }),
  );
  const recorded = (work: ThoughtWork): unknown => {
    const needs = stages.filter(({ name }) => work.stage.needs.includes(name));
    const { prompt } = promptOf({ ...work, needs });
    // The nearest question: what rules read in a goal may have changed since it was recorded.
    const [best] = entries
      .filter(({ stage }) => stage === work.stage.name)
      .map((entry) => ({ entry, alike: likeness(content(entry.prompt), prompt) }))
      .toSorted((one, other) => other.alike - one.alike);
    return JSON.parse(content(best?.entry.reply.content ?? ''));
  };
  const intake = { planId: 'plan_t1', goal, startDate, detail, brain: 'recorded' as const };
  return runOffline(intake, {
    stages,
    answer: (work) => (byRule(work.stage.name) ? answerByRule(work) : recorded(work)),
  });
}
