// What stands at a task, a risk or an assumption is told there. Where a list says the very same again,
// a report names the place instead.
import type { Plan } from '../../../contract/plan.ts';
import { shortName } from './names.ts';
import { plainly } from './once.ts';

/** A few words may stand twice. */
const LONG_WORDS = 6;

type Place = (text: string) => string | undefined;

function placesIn(said: readonly (readonly [text: string, id: string])[]): Place {
  const places = new Map<string, string>();
  for (const [text, id] of said) {
    const plain = plainly(text);
    if (plain.split(' ').length >= LONG_WORDS && !places.has(plain)) {
      places.set(plain, shortName(id));
    }
  }
  // What was cut for want of room is the beginning of it.
  const cut = (text: string): string | undefined => {
    const plain = plainly(text);
    return text.trimEnd().endsWith('…') && plain.length > 20
      ? [...places].find(([whole]) => whole.startsWith(plain))?.[1]
      : undefined;
  };
  return (text) => places.get(plainly(text)) ?? cut(text);
}

/** Each place once, then what is said nowhere else. */
function named(texts: readonly string[], placeOf: Place, words: (place: string) => string) {
  const places = new Set(texts.flatMap((text) => placeOf(text) ?? []));
  const own = texts.filter((text) => placeOf(text) === undefined);
  return [...[...places].map(words), ...own];
}

const one = (text: string, placeOf: Place, words: (place: string) => string): string => {
  const place = placeOf(text);
  return place === undefined ? text : words(place);
};

interface Places {
  readonly criteria: Place;
  readonly signs: Place;
  readonly responses: Place;
  readonly checks: Place;
}

const placesOf = ({ phases, risks, assumptions }: Plan): Places => ({
  criteria: placesIn(
    phases.flatMap(({ tasks }) =>
      tasks.flatMap(({ task_id, acceptance_criteria: all }) =>
        all.map((text) => [text, task_id] as const),
      ),
    ),
  ),
  signs: placesIn(risks.map(({ risk_id, trigger = '' }) => [trigger, risk_id])),
  responses: placesIn(risks.map(({ risk_id, mitigation }) => [mitigation, risk_id])),
  checks: placesIn(
    assumptions.map(({ assumption_id, how_to_check = '' }) => [how_to_check, assumption_id]),
  ),
});

type Swot = NonNullable<Plan['swot']>;

function swotOf(swot: Swot, { responses, checks }: Places): Swot {
  const lines = (all: Swot['threats']): Swot['threats'] =>
    all.map((line) => ({
      ...line,
      so_what: one(
        one(line.so_what, responses, (place) => `see ${place}`),
        checks,
        (place) => `see ${place}`,
      ),
    }));
  const { strengths, weaknesses, opportunities, threats } = swot;
  return {
    ...{ strengths: lines(strengths), weaknesses: lines(weaknesses) },
    ...{ opportunities: lines(opportunities), threats: lines(threats) },
  };
}

function papersOf(papers: NonNullable<Plan['papers']>, { criteria, checks }: Places) {
  return {
    ...papers,
    to_write: papers.to_write.map((paper) => ({
      ...paper,
      contents: named(paper.contents, criteria, (place) => `what ${place} is accepted by`),
    })),
    data: papers.data.map((data) => ({
      ...data,
      method: one(data.method, checks, (place) => `As ${data.settles[0] ?? place} says.`),
    })),
  };
}

function aroundOf(plan: Plan, places: Places): Partial<Plan> {
  const { swot, papers, related_projects: related, premise_attacks: attacks } = plan;
  const { critical_premises: premises } = plan;
  const { responses, signs, checks } = places;
  return {
    ...(swot ? { swot: swotOf(swot, places) } : {}),
    ...(papers ? { papers: papersOf(papers, places) } : {}),
    ...(related
      ? {
          related_projects: related.map((project) => ({
            ...project,
            lesson: one(project.lesson, responses, (place) => `see ${place}.`),
          })),
        }
      : {}),
    ...(premises
      ? {
          critical_premises: premises.map((premise) => ({
            ...premise,
            falsifier: one(premise.falsifier, signs, (place) => `The sign of ${place}.`),
            decision: one(premise.decision, responses, (place) => `See ${place}.`),
            // Several may be checked in the same words.
            test: one(
              premise.test,
              checks,
              (place) => `As ${/\bA\d{1,2}\b/u.exec(premise.claim)?.[0] ?? place} says.`,
            ),
          })),
        }
      : {}),
    ...(attacks
      ? {
          premise_attacks: attacks.map((attack) => ({
            ...attack,
            answer_in_plan: one(attack.answer_in_plan, responses, (place) => `See ${place}.`),
          })),
        }
      : {}),
  };
}

/** The plan as a report tells it. */
export function toldOnce(plan: Plan): Plan {
  const places = placesOf(plan);
  const { charter, governance } = plan;
  return {
    ...plan,
    ...aroundOf(plan, places),
    ...(charter
      ? {
          charter: {
            ...charter,
            deliverables: charter.deliverables.map((deliverable) => ({
              ...deliverable,
              acceptance: named(
                deliverable.acceptance,
                places.criteria,
                (place) => `${place} is accepted`,
              ),
            })),
          },
        }
      : {}),
    ...(governance
      ? {
          governance: {
            ...governance,
            escalation: governance.escalation.map((step) => ({
              ...step,
              when: one(step.when, places.signs, (place) => `the sign of ${place} is seen`),
            })),
          },
        }
      : {}),
  };
}
