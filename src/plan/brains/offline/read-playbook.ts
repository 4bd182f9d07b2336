// Reads one playbook file: its text becomes a playbook, or a list of what is wrong with it.
import { canonicalJson } from '../../../base/canonical-json.ts';
import { sha256Hex } from '../../../base/hash.ts';
import { inputProblems } from '../../../base/input-problems.ts';
import type { Playbook } from './playbook.ts';
import { playbookProblems } from './playbook-checks.ts';
import { type PlaybookFile, playbookFileSchema } from './playbook-file.ts';
import { wordsOf } from './word-list.ts';

export type ReadPlaybook =
  | { readonly playbook: Playbook; readonly problems?: never }
  | { readonly playbook?: never; readonly problems: readonly string[] };

/** A large playbook of ours has 40,000 characters. */
export const playbookChars = 400_000;
const maxProblems = 20;

export function readPlaybook(text: string): ReadPlaybook {
  if (text.length > playbookChars)
    return { problems: [`It has more than ${playbookChars} characters.`] };
  const value = jsonOf(text);
  if (value.problem !== undefined) return { problems: [value.problem] };
  const parsed = playbookFileSchema.safeParse(value.json);
  if (!parsed.success) {
    const options = { input: value.json, root: 'the file', most: maxProblems };
    return { problems: inputProblems(playbookFileSchema, parsed.error, options) };
  }
  const problems = playbookProblems(parsed.data);
  if (problems.length === 0) return { playbook: compiled(parsed.data) };
  const rest = problems.length - maxProblems;
  const shown = problems.slice(0, maxProblems);
  return { problems: rest > 0 ? [...shown, `and ${rest} more`] : shown };
}

function jsonOf(text: string): { json?: unknown; problem?: string } {
  try {
    return { json: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch (error) {
    return { problem: `It is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

type Step = PlaybookFile['phases'][number]['tasks'][number]['steps'][number];

const stepOf = ({ action, what, params }: Step) => [action, what, params] as const;

function compiled(file: PlaybookFile): Playbook {
  const { format: _format, $schema: _schema, strong, weak, not, ...rest } = file;
  return {
    ...rest,
    digest: sha256Hex(canonicalJson(file)).slice(0, 16),
    ...(strong === undefined ? {} : { strong: wordsOf(strong) }),
    ...(weak === undefined ? {} : { weak: wordsOf(weak) }),
    ...(not === undefined ? {} : { not: wordsOf(not) }),
    numbers: file.numbers.map(({ counted, ...number }) =>
      counted === undefined ? number : { ...number, counted: wordsOf(counted) },
    ),
    variants: file.variants.map(({ words, ...variant }) =>
      words === undefined ? variant : { ...variant, words: wordsOf(words) },
    ),
    phases: file.phases.map(({ name, tasks }) => ({
      name,
      tasks: tasks.map((task) => ({ ...task, steps: task.steps.map(stepOf) })),
    })),
  };
}
