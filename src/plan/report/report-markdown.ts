// report.md: the plan for models and for those who read plain text. Everything in it comes from the
// plan, so the two cannot differ; each fact stands in one place.
import type { Plan } from '../../contract/plan.ts';
import {
  assumptionsSection,
  guessesSection,
  papersSection,
  risksSection,
  teamSection,
} from './md/basis.ts';
import { answersSection, ownSections, summarySections } from './md/closing.ts';
import { critiqueSections, gatesSection } from './md/critique.ts';
import { charterSection, decisionsSection, goalSections, notCovered } from './md/direction.ts';
import { safe, section } from './md/pieces.ts';
import { twoMinutes } from './md/two-minutes.ts';
import { costsSection, phaseSections, scheduleSection } from './md/work.ts';
import { toldOnce } from './reading/elsewhere.ts';
import { standInText } from './reading/stand-ins.ts';

export function renderReport(made: Plan): string {
  const plan = toldOnce(made);
  const sections = [
    `# ${safe(plan.title)}`,
    `> **Note.** ${safe(plan.notice)}${followed(plan)}`,
    twoMinutes(plan),
    ...summarySections(plan),
    ...goalSections(plan),
    gatesSection(plan),
    decisionsSection(plan),
    charterSection(plan),
    ...phaseSections(plan),
    scheduleSection(plan),
    costsSection(plan),
    teamSection(plan),
    risksSection(plan),
    assumptionsSection(plan),
    ...critiqueSections(plan),
    ...guessesSection(plan),
    answersSection(plan),
    ...papersSection(plan),
    ...ownSections(plan),
    making(plan),
    notCovered(plan),
  ];
  return `${sections.filter((part) => part.length > 0).join('\n\n')}\n`;
}

/** Which playbook was followed, and why, where one was. */
const followed = ({ playbook }: Plan): string =>
  playbook.name === 'none' ? '' : ` ${safe(playbook.why)}`;

const making = (plan: Plan): string => {
  const { playbook } = plan;
  return section(
    'How the plan was made',
    playbook.fit === 'none' && playbook.name === 'none'
      ? safe(playbook.why)
      : `Playbook: ${safe(playbook.name)} (fit: ${playbook.fit}).`,
    safe(standInText(plan)),
  );
};
