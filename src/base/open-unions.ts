// Why something fits none of several forms. "Invalid input" helps nobody: what is said instead is what is
// wrong with the form that it comes nearest to.
import { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** One thing wrong counts 1; another kind of value altogether is far away. */
const distance = (issues: readonly Issue[]): number =>
  issues.reduce(
    (sum, issue) => sum + (issue.code === 'invalid_type' && issue.path.length === 0 ? 100 : 1),
    0,
  );

function opened(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const forms = issue.errors.map((form) => form.flatMap(opened));
  const [nearest] = forms.toSorted((left, right) => distance(left) - distance(right));
  if (!nearest || nearest.length === 0) return [issue];
  return nearest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** The same error with the nearest form in the place of each that fits none. */
export const openUnions = (error: z.ZodError): z.ZodError =>
  new z.ZodError(error.issues.flatMap(opened));
