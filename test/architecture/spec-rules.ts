// Ties SPEC.md, GUARANTEES.md and the names of the tests together by rule ids such as [ST1].
import ts from 'typescript';
import type { SourceFile } from './source-tree.ts';

const idInBrackets = /\[([A-Z]{2,4}\d{1,3})\]/g;

export interface SpecRule {
  readonly id: string;
  readonly text: string;
}

/** Rules are lines like "- **[ST1]** A commit is whole or not there." */
export function rulesOf(spec: string): SpecRule[] {
  const lines = spec.matchAll(/^- \*\*\[([A-Z]{2,4}\d{1,3})\]\*\* +(\S.*)$/gm);
  return [...lines].map((match) => ({ id: match[1] ?? '', text: match[2] ?? '' }));
}

/** Lines that look like rules but would not be read as one. */
export function malformedRules(spec: string): string[] {
  const looksLikeRule = /^\s*[-*] +\**\[[A-Za-z]+-?\d+/;
  const known = new Set(rulesOf(spec).map((rule) => rule.id));
  return spec.split('\n').filter((line) => {
    const id = /\[([^\]]*)\]/.exec(line)?.[1] ?? '';
    return looksLikeRule.test(line) && !known.has(id);
  });
}

export function idsIn(text: string): string[] {
  return [...text.matchAll(idInBrackets)].map((match) => match[1] ?? '');
}

/** The names given to it, test and describe, also through each, for and other modifiers. */
export function testNames(source: SourceFile): string[] {
  const tree = ts.createSourceFile(source.file, source.text, ts.ScriptTarget.Latest, false);
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTestFunction(node.expression)) {
      const name = textOf(node.arguments[0]);
      if (name !== undefined) names.push(name);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return names;
}

function isTestFunction(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return ['it', 'test', 'describe'].includes(callee.text);
  if (ts.isPropertyAccessExpression(callee)) return isTestFunction(callee.expression);
  if (ts.isCallExpression(callee)) return isTestFunction(callee.expression);
  if (ts.isTaggedTemplateExpression(callee)) return isTestFunction(callee.tag);
  return false;
}

function textOf(argument: ts.Expression | undefined): string | undefined {
  if (argument === undefined) return undefined;
  if (ts.isStringLiteralLike(argument)) return argument.text;
  if (!ts.isTemplateExpression(argument)) return undefined;
  const spans = argument.templateSpans.map((span) => span.literal.text);
  return [argument.head.text, ...spans].join('…');
}

export function duplicateRules(rules: readonly SpecRule[]): string[] {
  const ids = rules.map((rule) => rule.id);
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}

export function uncoveredRules(rules: readonly SpecRule[], names: readonly string[]): string[] {
  const covered = new Set(names.flatMap(idsIn));
  return rules.map((rule) => rule.id).filter((id) => !covered.has(id));
}

export function unknownIds(rules: readonly SpecRule[], texts: readonly string[]): string[] {
  const known = new Set(rules.map((rule) => rule.id));
  return [...new Set(texts.flatMap(idsIn))].filter((id) => !known.has(id));
}

/** An entry is a top-level list item, with the lines that continue it. */
export function guaranteeEntries(document: string): string[] {
  const items = document.split(/\n(?=- |#|\n)/).map((part) => part.trim());
  return items.filter((part) => part.startsWith('- '));
}

export function entriesWithoutRule(document: string): string[] {
  return guaranteeEntries(document).filter((entry) => idsIn(entry).length === 0);
}
