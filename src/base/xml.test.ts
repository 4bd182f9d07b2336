import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthOf, mostGrowth } from '../../test/support/growth.ts';
import { childOf, childrenOf, readXml, textIn } from './xml.ts';

const refused = (source: string) => {
  try {
    readXml(source);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};

describe('reading XML', () => {
  it('[IM40] gives elements and texts, without prefixes and attributes', () => {
    const root = readXml(
      '\uFEFF<?xml version="1.0"?><!-- a --><p:a x="1 > 0"><b>1 &lt; &#50; &#x1F9F5;</b><b/><c><![CDATA[<d>]]></c></p:a>\n',
    );
    expect(root.tag).toBe('a');
    expect(childrenOf(root, 'b').map(({ text }) => text)).toEqual(['1 < 2 🧵', '']);
    expect(textIn(root, 'c')).toBe('<d>');
    expect(childOf(root, 'd')).toBeUndefined();
  });

  it.each([
    ['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 'document type'],
    ['<a>&x;</a>', 'no entity'],
    ['<a>&valueOf;</a>', 'no entity'],
    ['<a>&toString;</a>', 'no entity'],
    ['<a>&#xD800;</a>', 'no entity'],
    ['<a>a & b</a>', 'no entity'],
    ['<a>\n<b></a>', 'line 2: </a> closes nothing'],
    ['<a><b>', '<b> is not closed'],
    ['<a/><b/>', 'one element'],
    ['<a/>text', 'outside'],
    ['text', 'outside'],
    ['', 'one element'],
    ['<a x="1></a>', 'a tag is not closed'],
    ['<a><!-- b</a>', '--> is missing'],
    ['< a></a>', 'no name'],
  ])('[IM40] refuses %j and says why', (source, why) => {
    expect(refused(source)).toContain(why);
  });

  it('[IM40] refuses what is too deep or too much', () => {
    expect(refused('<a>'.repeat(50))).toContain('deep');
    expect(refused(`<a>${'<b/>'.repeat(1_500_001)}</a>`)).toContain('elements');
    expect(refused(`<a>${' '.repeat(40_000_001)}</a>`)).toContain('characters');
  });

  it('[IM40] takes time in step with the length, whatever the text', () => {
    const growth = growthOf(50_000, (size) => {
      for (const piece of ['<', '&', '<a ', '<!--', '<![CDATA[', '"', '<a x="', ']]>']) {
        refused(`<a>${piece.repeat(size)}`);
      }
    });
    expect(growth).toBeLessThan(mostGrowth);
  });

  it('[IM40] throws nothing but refusals at any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'<>/&;"\'a b![]-?#x1CDAT') }), (source) => {
        expect(['string']).toContain(typeof refused(source));
      }),
      { numRuns: 500 },
    );
  });
});
