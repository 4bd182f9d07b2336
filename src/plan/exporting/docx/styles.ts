// How the document looks, and how its lists are marked: the named styles of every word processor, so
// that a house template can take their place.
import { escaped, part, wordNamespace } from './markup.ts';

const font = '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/>';

const defaults = (language: string): string =>
  `<w:docDefaults><w:rPrDefault><w:rPr>${font}<w:sz w:val="21"/><w:lang w:val="${escaped(language)}"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="100" w:line="264" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>`;

interface Look {
  readonly paragraph?: string;
  readonly run?: string;
  readonly basedOn?: string;
}

const paragraphStyle = (id: string, name: string, { paragraph, run, basedOn }: Look): string =>
  [
    `<w:style w:type="paragraph" w:styleId="${id}"${id === 'Normal' ? ' w:default="1"' : ''}>`,
    `<w:name w:val="${name}"/>`,
    basedOn === undefined ? '' : `<w:basedOn w:val="${basedOn}"/>`,
    '<w:qFormat/>',
    paragraph === undefined ? '' : `<w:pPr>${paragraph}</w:pPr>`,
    run === undefined ? '' : `<w:rPr>${run}</w:rPr>`,
    '</w:style>',
  ].join('');

const heading = (level: number, size: number, before: number): string =>
  paragraphStyle(`Heading${level}`, `heading ${level}`, {
    basedOn: 'Normal',
    paragraph: `<w:keepNext/><w:spacing w:before="${before}" w:after="80"/><w:outlineLvl w:val="${level - 1}"/>`,
    run: `<w:b/><w:sz w:val="${size}"/>`,
  });

const border = (side: string): string =>
  `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="BFBFBF"/>`;

const tableStyle = [
  '<w:style w:type="table" w:styleId="PlanTable"><w:name w:val="Plan Table"/><w:tblPr><w:tblBorders>',
  ...['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(border),
  '</w:tblBorders><w:tblCellMar><w:left w:w="80" w:type="dxa"/><w:right w:w="80" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>',
].join('');

export const stylesXml = (language: string): string =>
  part(
    [
      `<w:styles xmlns:w="${wordNamespace}">`,
      defaults(language),
      paragraphStyle('Normal', 'Normal', {}),
      paragraphStyle('Title', 'Title', {
        basedOn: 'Normal',
        paragraph: '<w:spacing w:after="160"/>',
        run: '<w:b/><w:sz w:val="44"/>',
      }),
      heading(1, 30, 320),
      heading(2, 25, 220),
      paragraphStyle('Quote', 'Quote', {
        basedOn: 'Normal',
        paragraph: '<w:ind w:left="360" w:right="360"/>',
        run: '<w:i/>',
      }),
      paragraphStyle('ListParagraph', 'List Paragraph', {
        basedOn: 'Normal',
        paragraph: '<w:spacing w:after="40"/>',
      }),
      paragraphStyle('TableText', 'Table Text', {
        basedOn: 'Normal',
        paragraph: '<w:spacing w:before="20" w:after="20" w:line="240" w:lineRule="auto"/>',
        run: '<w:sz w:val="18"/>',
      }),
      '<w:style w:type="character" w:styleId="Code"><w:name w:val="Code"/><w:rPr><w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/></w:rPr></w:style>',
      tableStyle,
      '</w:styles>',
    ].join('\n'),
  );

const marks = ['•', '–', '·'] as const;

const level = (mark: string, depth: number): string =>
  `<w:lvl w:ilvl="${depth}"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="${mark}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${360 * (depth + 1)}" w:hanging="260"/></w:pPr></w:lvl>`;

export const numberingXml = part(
  `<w:numbering xmlns:w="${wordNamespace}"><w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="hybridMultilevel"/>${marks.map(level).join('')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
);
