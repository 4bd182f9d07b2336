// Every finding gets one answer, and nothing else does.
import { doubles } from './doubles.ts';

export function answerProblems(
  list: string,
  findings: readonly { readonly id: string }[],
  answers: readonly { readonly finding: string }[],
): string[] {
  const known = findings.map(({ id }) => id);
  const named = answers.map(({ finding }) => finding);
  return [
    ...known.filter((id) => !named.includes(id)).map((id) => `${list}: ${id} is missing`),
    ...named.filter((id) => !known.includes(id)).map((id) => `${list}: there is no finding ${id}`),
    ...doubles(named).map((id) => `${list}: ${id} stands there twice`),
  ];
}
