// The report as a Word document: the parts of an Office Open XML package in our own zip. It has the
// words of report.md, so the two cannot differ.
import { zipOf } from '../../../base/zip.ts';
import type { Plan } from '../../../contract/plan.ts';
import { renderReport } from '../../report/report-markdown.ts';
import { blocksOf } from './blocks.ts';
import { documentXml } from './body.ts';
import { escaped, part } from './markup.ts';
import { numberingXml, stylesXml } from './styles.ts';

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';

const contentTypes = part(
  [
    `<Types xmlns="${packages}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    `<Override PartName="/word/document.xml" ContentType="${word}.document.main+xml"/>`,
    `<Override PartName="/word/styles.xml" ContentType="${word}.styles+xml"/>`,
    `<Override PartName="/word/numbering.xml" ContentType="${word}.numbering+xml"/>`,
    '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>',
    '</Types>',
  ].join(''),
);

const relationships = (targets: readonly (readonly [type: string, target: string])[]): string =>
  part(
    `<Relationships xmlns="${packages}/relationships">${targets
      .map(
        ([type, target], index) =>
          `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`,
      )
      .join('')}</Relationships>`,
  );

const packageRelations = relationships([
  [`${relations}/officeDocument`, 'word/document.xml'],
  [`${packages}/relationships/metadata/core-properties`, 'docProps/core.xml'],
]);

const documentRelations = relationships([
  [`${relations}/styles`, 'styles.xml'],
  [`${relations}/numbering`, 'numbering.xml'],
]);

const coreXml = ({ title }: Plan): string =>
  part(
    `<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escaped(title)}</dc:title><dc:creator>Planwright</dc:creator></cp:coreProperties>`,
  );

const languageOf = ({ language }: Plan): string =>
  /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language ?? '') ? (language ?? 'en') : 'en';

export function writeDocx(plan: Plan): Uint8Array {
  const parts: readonly (readonly [path: string, content: string])[] = [
    ['[Content_Types].xml', contentTypes],
    ['_rels/.rels', packageRelations],
    ['docProps/core.xml', coreXml(plan)],
    ['word/document.xml', documentXml(blocksOf(renderReport(plan)))],
    ['word/styles.xml', stylesXml(languageOf(plan))],
    ['word/numbering.xml', numberingXml],
    ['word/_rels/document.xml.rels', documentRelations],
  ];
  // No time of ours: the same plan is the same file.
  return zipOf(
    parts.map(([path, content]) => ({ path, bytes: Buffer.from(content), updatedAtMs: 0 })),
  );
}
