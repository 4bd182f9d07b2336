// A made-up plan, levelled and ready to be simulated.
import { simModelOf } from '../../src/schedule/simulate/from-project.ts';
import type { SimModel } from '../../src/schedule/simulate/model.ts';
import { compile } from '../../src/schedule/solve/compile.ts';
import { solve } from '../../src/schedule/solve/solve.ts';
import { madeUpPlan } from './plan.ts';

export function simulationModel(size: number, calendar: 'office' | 'always'): SimModel {
  const compiled = compile(madeUpPlan(size, calendar));
  const answer = solve(compiled.problem, { schedules: size > 1000 ? 1 : 200, seed: 1 });
  return simModelOf(compiled, answer);
}
