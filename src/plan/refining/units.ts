// What of a plan is revised by one call: a whole section, or one phase. The critics' findings are sorted
// into these, and the heaviest are taken.
import type { PlanFinding, PlanSection } from '../../contract/plan-critique.ts';
import { weightOf } from '../findings.ts';
import type { PlanState } from './plan-state.ts';

export type UnitSection = Exclude<PlanSection, 'other'>;

export interface Unit {
  /** Of its part, so that its answer is known again. */
  readonly key: string;
  readonly section: UnitSection;
  /** The phase; empty for the others. */
  readonly item: string;
  readonly findings: readonly PlanFinding[];
}

export interface Sorted {
  readonly units: readonly Unit[];
  /** About nothing that can be revised by itself. */
  readonly homeless: readonly PlanFinding[];
}

const phaseOf = (item: string): string => item.trim().split('.')[0] ?? '';

const keyOf = ({ section, item }: PlanFinding): string =>
  section === 'phase' ? `phase${phaseOf(item)}` : section;

const hasHome = ({ section, item }: PlanFinding, { details }: PlanState): boolean => {
  if (section === 'other') return false;
  return section !== 'phase' || details.phases.some(({ id }) => id === phaseOf(item));
};

/** What names tasks of several phases is for each of these. */
function inEachPhase(hit: PlanFinding): PlanFinding[] {
  if (hit.section !== 'phase' || !hit.item.includes(',')) return [hit];
  const byPhase = Map.groupBy(hit.item.split(','), phaseOf);
  return [...byPhase.values()].map(([item = '']) => ({ ...hit, item: item.trim() }));
}

const weightOfUnit = ({ findings }: Unit): number =>
  findings.reduce((sum, finding) => sum + weightOf(finding), 0);

/** Units by weight, the heaviest first. */
export function sortedHits(hits: readonly PlanFinding[], state: PlanState): Sorted {
  const byKey = new Map<string, PlanFinding[]>();
  const homeless: PlanFinding[] = [];
  for (const hit of hits.flatMap(inEachPhase)) {
    if (!hasHome(hit, state)) homeless.push(hit);
    else byKey.set(keyOf(hit), [...(byKey.get(keyOf(hit)) ?? []), hit]);
  }
  const units = [...byKey].map(([key, findings]): Unit => {
    const section = (findings[0]?.section ?? 'phase') as UnitSection;
    const item = section === 'phase' ? key.slice('phase'.length) : '';
    return { key, section, item, findings };
  });
  return { units: units.toSorted((one, two) => weightOfUnit(two) - weightOfUnit(one)), homeless };
}
