// Experts, red team, its answer and its judge, by rules. No rule is an expert: it tells which of them to
// ask what, from the numbers. What it holds against the plan it can also see answered in it, or not.
import type { z } from 'zod';
import { unstopped } from '../../../../../base/sentences.ts';
import type { expertSchema } from '../../../../../contract/plan-critique.ts';
import { allowances } from '../../../../allowance.ts';
import type {
  AttackOutput,
  Criticism,
  JudgeOutput,
  RebuttalOutput,
} from '../../../../outputs/critique.ts';
import { outputOf, type StageInput } from '../../../../stage.ts';
import { attackStage } from '../../../../stages/attack.ts';
import { panelStage } from '../../../../stages/panel.ts';
import { rebuttalStage } from '../../../../stages/rebuttal.ts';
import { clip } from '../../text.ts';
import type { RuleInput } from '../rule.ts';
import { type Ground, groundOf } from './ground.ts';
import { coverage } from './likewise.ts';
import type { Sighting, Topic } from './sighting.ts';
import { findingOf, sightingsIn } from './sightings.ts';

type Expert = z.infer<typeof expertSchema>;

const lensOrder = ['arithmetic', 'omission', 'dependence', 'incentives', 'license'] as const;

const attacksOf = ({ intake }: StageInput): readonly string[] =>
  lensOrder.slice(0, allowances[intake.detail ?? 'standard'].attackers);

/** Words of a profession that speak for a topic, in the languages that goals mostly come in. */
const topicWords: Readonly<Record<Topic, RegExp>> = {
  time: /schedul|time|date|logist|operat|deliver|engineer|technic|build|craft|production|termin|zeit|planif|plazo/iu,
  money:
    /financ|cost|budget|credit|account|price|pricing|invest|econom|money|fund|finanz|kosten|coût|coste/iu,
  people:
    /people|team|staff|hr\b|personnel|manag|lead|organi[sz]|community|customer|sales|market|user|personal/iu,
  law: /law|legal|lawyer|permit|regulat|complian|contract|licen[cs]|safety|privacy|recht|jurid|derecho/iu,
  scope: /product|quality|owner|design|client|user|customer|editor|scope|architect|method/iu,
  basis: /research|data|analy|statist|scien|market|expert|risk|insur|method/iu,
};

/** Nobody is an expert because of a number that stands in two texts. */
const withoutFigures = (text: string): string => text.replaceAll(/\d[\d.,]*/g, ' ');

const fits = ({ title, field, looks_at }: Expert, { topic, says }: Sighting): number =>
  (topicWords[topic].test(`${title} ${field}`) ? 2 : 0) +
  (topicWords[topic].test(looks_at) ? 1 : 0) +
  coverage(withoutFigures(says), `${field} ${looks_at}`);

const MOST_EACH = 2;

/** Each thing goes to the one whose field it is; of equals to who has least to say. */
function shared(experts: readonly Expert[], all: readonly Sighting[]): Map<string, Sighting[]> {
  const given = new Map(experts.map(({ id }) => [id, [] as Sighting[]]));
  const countOf = ({ id }: Expert): number => given.get(id)?.length ?? 0;
  for (const one of all) {
    const [best] = experts
      .filter((expert) => countOf(expert) < MOST_EACH)
      .toSorted((a, b) => fits(b, one) - fits(a, one) || countOf(a) - countOf(b));
    if (best) given.get(best.id)?.push(one);
  }
  return given;
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Where the numbers show nothing of the field, what the panel wanted to know. */
const verdictOf = ({ looks_at }: Expert, [first]: readonly Sighting[]): string =>
  `Not asked yet. Ask first: ${first?.ask ?? looks_at}`;

export function expertsRule({ input, part }: RuleInput): Criticism {
  const { experts } = outputOf(input, panelStage);
  const taken = attacksOf(input);
  const left = sightingsIn(groundOf(input)).filter(
    ({ lens }) => lens === null || !taken.includes(lens),
  );
  const expert = experts.find(({ id }) => id.toLowerCase() === part?.key);
  const own = shared(experts, left).get(expert?.id ?? '') ?? [];
  return {
    verdict: expert ? clip(verdictOf(expert, own), 400) : 'Not asked yet.',
    findings: own.map(findingOf),
  };
}

const MOST_ATTACKS = 4;

const nothingSeen: Readonly<Record<string, string>> = {
  arithmetic:
    'Odds of date and budget, guessed amounts and first totals were reckoned, and none is out of bounds.',
  omission: 'Every demand, deliverable and role was looked up in the tasks, and none is missing.',
  dependence: 'No wait of a week or more and nobody who carries most of the work was found.',
  incentives: 'Whoever decides last does no task of the plan.',
  license: 'No task binds by contract or law, and each permit of the charter has a task.',
};

export function attackRule({ input, part }: RuleInput): Criticism {
  const key = part?.key ?? '';
  const own = sightingsIn(groundOf(input))
    .filter(({ lens }) => lens === key)
    .slice(0, MOST_ATTACKS);
  const [first] = own;
  const verdict = first ? first.says : (nothingSeen[key] ?? 'Nothing that code can see.');
  return { verdict, findings: own.map(findingOf) };
}

type Attack = AttackOutput['findings'][number];

/** A risk of the plan that speaks of the same thing, with something that is done against it. */
function coveredBy({ section, item, says }: Attack, { risks, network }: Ground) {
  const touching = network.risks
    .filter(
      ({ tasks = [] }) => section === 'phase' && tasks.includes(`task_${item.replace('.', '_')}`),
    )
    .map(({ risk_id }) => risk_id);
  return (
    risks.find(({ id }) => touching.includes(`risk_${id.slice(1)}`)) ??
    risks.find(
      ({ title, effect }) => coverage(title, says) >= 0.6 || coverage(effect, says) >= 0.6,
    ) ??
    null
  );
}

export function rebuttalRule({ input }: RuleInput): RebuttalOutput {
  const ground = groundOf(input);
  return {
    answers: outputOf(input, attackStage).findings.map((attack) => {
      const risk = attack.section === 'risks' ? null : coveredBy(attack, ground);
      return risk
        ? {
            finding: attack.id,
            stance: 'defend' as const,
            answer: clip(
              `In part: ${risk.id} “${unstopped(risk.title)}” is watched by ${risk.owner}.`,
              400,
            ),
          }
        : {
            finding: attack.id,
            stance: 'concede' as const,
            answer: clip(
              `Nothing in the plan answers ${attack.id} yet: ${lowerFirst(attack.remedy)}`,
              400,
            ),
          };
    }),
  };
}

export function judgeRule({ input }: RuleInput): JudgeOutput {
  const ground = groundOf(input);
  const answers = new Map(
    outputOf(input, rebuttalStage).answers.map(({ finding, stance }) => [finding, stance]),
  );
  return {
    rulings: outputOf(input, attackStage).findings.map((attack) => {
      const risk = attack.section === 'risks' ? null : coveredBy(attack, ground);
      const isHalf = risk !== null && answers.get(attack.id) !== 'concede';
      return {
        finding: attack.id,
        ruling: isHalf ? ('partly' as const) : ('sustained' as const),
        why: isHalf
          ? clip(`${risk.id} has a response for it; the figure stands.`, 300)
          : clip(placeText(attack), 300),
      };
    }),
  };
}

const placeText = ({ id, section, item }: Attack): string =>
  item.trim() === ''
    ? `${id} can be read in the ${section}.`
    : `${id} can be read at ${section} ${item}.`;
