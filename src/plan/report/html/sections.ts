// Which sections there are, in which order; one that the plan has nothing for is left out.
import type { Labels } from '../reading/labels.ts';
import type { Group } from './contents.ts';
import { isEmpty } from './markup.ts';
import type { Context, Section } from './parts.ts';
import { answersSection, guessesSection } from './sections/answers.ts';
import { papersSection, relatedSection, swotSection } from './sections/around.ts';
import { assumptionsSection } from './sections/assumptions.ts';
import { charterSection } from './sections/charter.ts';
import { costsSection } from './sections/costs.ts';
import { expertsSection, redTeamSection, revisionsSection } from './sections/critics.ts';
import { decisionsSection } from './sections/decisions.ts';
import { premisesSection, premortemSection } from './sections/failure.ts';
import { firstDaySection } from './sections/first-day.ts';
import { gatesSection } from './sections/gates.ts';
import { goalSection, reviewSection } from './sections/goal.ts';
import { makingSection, ownSections } from './sections/making.ts';
import { risksSection } from './sections/risks.ts';
import { scheduleSection } from './sections/schedule.ts';
import { pitchSection, summarySection } from './sections/summary.ts';
import { teamSection } from './sections/team.ts';
import { workSection } from './sections/work.ts';

type Maker = (context: Context) => Section | null | readonly Section[];

const groups: readonly {
  readonly title: keyof Labels['groups'];
  readonly makers: readonly Maker[];
}[] = [
  { title: 'Decide', makers: [summarySection, pitchSection, gatesSection, decisionsSection] },
  {
    title: 'Do',
    makers: [
      ...[firstDaySection, charterSection, scheduleSection],
      ...[workSection, costsSection, teamSection],
    ],
  },
  {
    title: 'Watch',
    makers: [risksSection, assumptionsSection, premisesSection, premortemSection, guessesSection],
  },
  { title: 'Doubt', makers: [expertsSection, redTeamSection, revisionsSection, answersSection] },
  {
    title: 'Background',
    makers: [
      ...[goalSection, reviewSection, relatedSection, swotSection, papersSection],
      ...[ownSections, makingSection],
    ],
  },
];

export const sectionsOf = (context: Context): Group[] =>
  groups.map(({ title, makers }) => ({
    title: context.words.labels.groups[title],
    sections: makers
      .flatMap((maker) => maker(context) ?? [])
      .filter(({ body }) => !isEmpty(body))
      .map((one) => ({ ...one, title: context.words.labels.titles[one.id] ?? one.title })),
  }));
