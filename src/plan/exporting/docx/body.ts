// Blocks as the body of a Word document (WordprocessingML, ECMA-376).
import type { Run } from '../../report/markdown-runs.ts';
import type { Block } from './blocks.ts';
import { escaped, part, wordNamespace } from './markup.ts';
import { widthsOf } from './widths.ts';

const looks: Readonly<Record<Run['look'], string>> = {
  plain: '',
  bold: '<w:rPr><w:b/></w:rPr>',
  code: '<w:rPr><w:rStyle w:val="Code"/></w:rPr>',
};

const runXml = ({ text, look }: Run): string =>
  `<w:r>${looks[look]}<w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`;

const paragraph = (runs: readonly Run[], properties = ''): string =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${runs.map(runXml).join('')}</w:p>`;

const style = (name: string): string => `<w:pStyle w:val="${name}"/>`;

/** Twentieths of a point. */
const INDENT = 360;

function itemXml({ level, number, runs }: Extract<Block, { kind: 'item' }>): string {
  if (number === undefined) {
    const list = `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`;
    return paragraph(runs, `${style('ListParagraph')}${list}`);
  }
  // The number is the text's own: it may begin anywhere, and is cited elsewhere.
  const left = INDENT * (level + 1);
  const properties = `${style('ListParagraph')}<w:ind w:left="${left}" w:hanging="${INDENT}"/>`;
  return paragraph([{ text: `${number} `, look: 'plain' }, ...runs], properties);
}

type Row = readonly (readonly Run[])[];

function tableXml(rows: readonly Row[]): string {
  const widths = widthsOf(
    rows.map((row) => row.map((runs) => runs.map(({ text }) => text).join(''))),
  );
  const grid = widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('');
  const body = rows.map((row, index) => rowXml(row, widths, index === 0)).join('');
  const properties =
    '<w:tblPr><w:tblStyle w:val="PlanTable"/><w:tblW w:w="5000" w:type="pct"/><w:tblLook w:val="0020" w:firstRow="1"/></w:tblPr>';
  // Two tables with nothing between them would be one.
  return `<w:tbl>${properties}<w:tblGrid>${grid}</w:tblGrid>${body}</w:tbl><w:p/>`;
}

function rowXml(row: Row, widths: readonly number[], isHead: boolean): string {
  const cells = widths.map((width, column) => {
    const runs = (row[column] ?? []).map((run) =>
      isHead ? { ...run, look: 'bold' as const } : run,
    );
    return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr>${paragraph(runs, style('TableText'))}</w:tc>`;
  });
  const head = isHead ? '<w:tblHeader/>' : '';
  return `<w:tr><w:trPr><w:cantSplit/>${head}</w:trPr>${cells.join('')}</w:tr>`;
}

function blockXml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      // The first of them is the title; what is below begins with one.
      return paragraph(
        block.runs,
        style(block.level === 1 ? 'Title' : `Heading${block.level - 1}`),
      );
    case 'text':
      return paragraph(block.runs);
    case 'quote':
      return paragraph(block.runs, style('Quote'));
    case 'item':
      return itemXml(block);
    case 'table':
      return tableXml(block.rows);
  }
}

/** A4 with margins of two centimeters. */
const page =
  '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr>';

export const documentXml = (blocks: readonly Block[]): string =>
  part(
    `<w:document xmlns:w="${wordNamespace}"><w:body>${blocks.map(blockXml).join('\n')}${page}</w:body></w:document>`,
  );
