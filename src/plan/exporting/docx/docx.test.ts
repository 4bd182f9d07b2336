import { describe, expect, it } from 'vitest';
import { fullPlan } from '../../../../test/support/full-plan.ts';
import { hostilePlans } from '../../../../test/support/hostile-plan.ts';
import { unzipped } from '../../../../test/support/unzip.ts';
import { childOf, childrenOf, readXml, type XmlNode } from '../../../../test/support/xml-tree.ts';
import type { Plan } from '../../../contract/plan.ts';
import { blocksOf } from './blocks.ts';
import { writeDocx } from './docx.ts';

/** Every part is read as XML: one that is not well formed throws. */
const partsOf = (plan: Plan): Map<string, XmlNode> =>
  new Map(unzipped(writeDocx(plan)).map(({ name, text }) => [name, readXml(text)]));

function nodesIn(node: XmlNode | undefined, tag: string): XmlNode[] {
  if (node === undefined) return [];
  return [
    ...(node.tag === tag ? [node] : []),
    ...node.children.flatMap((one) => nodesIn(one, tag)),
  ];
}

const wordsOf = (node: XmlNode): string =>
  nodesIn(node, 'w:t')
    .map(({ text }) => text)
    .join('');

const styleOf = (paragraph: XmlNode): string | undefined =>
  childOf(childOf(paragraph, 'w:pPr'), 'w:pStyle')?.attributes['w:val'];

describe('the report as a Word document', () => {
  const parts = partsOf(fullPlan());
  const body = childOf(parts.get('word/document.xml'), 'w:body');

  it('[EX5] is a package in which every part has a type and every relation leads to a part', () => {
    const types = parts.get('[Content_Types].xml');
    const named = childrenOf(types, 'Override').map((one) => one.attributes.PartName?.slice(1));
    for (const name of named) expect(parts.has(name ?? '')).toBe(true);
    const endings = childrenOf(types, 'Default').map((one) => one.attributes.Extension);
    for (const name of parts.keys()) {
      if (name === '[Content_Types].xml') continue;
      expect(named.includes(name) || endings.includes(name.split('.').at(-1))).toBe(true);
    }
    const targets = (name: string, folder: string) =>
      (parts.get(name)?.children ?? []).map(({ attributes }) => `${folder}${attributes.Target}`);
    expect(targets('_rels/.rels', '')).toEqual(['word/document.xml', 'docProps/core.xml']);
    expect(targets('word/_rels/document.xml.rels', 'word/')).toEqual([
      'word/styles.xml',
      'word/numbering.xml',
    ]);
  });

  it('[EX5] uses only styles and lists that it defines', () => {
    const defined = nodesIn(parts.get('word/styles.xml'), 'w:style');
    const ids = new Set(defined.map((one) => one.attributes['w:styleId']));
    for (const tag of ['w:pStyle', 'w:rStyle', 'w:tblStyle', 'w:basedOn']) {
      const used = [...nodesIn(body, tag), ...nodesIn(parts.get('word/styles.xml'), tag)];
      for (const { attributes } of used) expect(ids).toContain(attributes['w:val']);
    }
    const lists = nodesIn(parts.get('word/numbering.xml'), 'w:num');
    expect(lists.map((one) => one.attributes['w:numId'])).toEqual(['1']);
    expect(nodesIn(body, 'w:numPr').length).toBeGreaterThan(20);
  });

  it('[EX5] has the title, every heading of the report, every task and tables of even rows', () => {
    const plan = fullPlan();
    const paragraphs = nodesIn(body, 'w:p');
    const title = paragraphs.filter((one) => styleOf(one) === 'Title').map(wordsOf);
    expect(title).toEqual([plan.title]);
    const headings = paragraphs.filter((one) => styleOf(one) === 'Heading1').map(wordsOf);
    expect(headings).toEqual(expect.arrayContaining(['In two minutes', 'Costs', 'Risks']));
    const all = wordsOf(body as XmlNode);
    for (const phase of plan.phases) {
      for (const task of phase.tasks) expect(all).toContain(task.title);
    }
    for (const table of nodesIn(body, 'w:tbl')) {
      const columns = nodesIn(table, 'w:gridCol');
      for (const row of childrenOf(table, 'w:tr')) {
        expect(childrenOf(row, 'w:tc')).toHaveLength(columns.length);
      }
      const widths = columns.map((one) => Number(one.attributes['w:w']));
      expect(widths.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(9638);
    }
  });

  it('[EX13] hostile text is text in it', () => {
    for (const plan of hostilePlans().plans) {
      const read = partsOf(plan).get('word/document.xml');
      expect(nodesIn(read, 'w:t').length).toBeGreaterThan(100);
    }
  });

  it('[EX5] marks that a text has itself are no marks of the document', () => {
    const [item, numbered, quote, table] = blocksOf(
      '  - **a\\*b** `c` \\*\\*d\\*\\*\n12. e &amp; f\n> g\n| h | i\\|j |\n| --- | --- |\n| k | l |',
    );
    expect(item).toEqual({
      kind: 'item',
      level: 1,
      runs: [
        { text: 'a*b', look: 'bold' },
        { text: ' ', look: 'plain' },
        { text: 'c', look: 'code' },
        { text: ' **d**', look: 'plain' },
      ],
    });
    expect(numbered).toMatchObject({ kind: 'item', number: '12.', runs: [{ text: 'e & f' }] });
    expect(quote).toMatchObject({ kind: 'quote', runs: [{ text: 'g' }] });
    expect(table).toMatchObject({
      rows: [
        [[{ text: 'h' }], [{ text: 'i|j' }]],
        [[{ text: 'k' }], [{ text: 'l' }]],
      ],
    });
  });
});
