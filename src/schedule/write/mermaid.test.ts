import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleSchedule } from '../../../test/support/scheduled.ts';
import { mermaidText, writeMermaid } from './mermaid.ts';

const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d`;
const statement = new RegExp(
  `^ {2}(?:title [^:;#%]+|dateFormat YYYY-MM-DDTHH:mm|axisFormat %Y-%m-%d|section [^:;#%]+|[^:;#%]+ :(?:crit, )?(?:milestone, )?t\\d+, ${time}, (?:${time}|0d))$`,
  'u',
);

describe('the schedule as a Mermaid chart', () => {
  it('[SC86] is a gantt with sections, critical tasks and milestones', () => {
    const [first, ...lines] = writeMermaid(sampleSchedule).trimEnd().split('\n');
    expect(first).toBe('gantt');
    for (const line of lines) expect(line).toMatch(statement);
    expect(lines.filter((line) => line.startsWith('  section '))).toEqual([
      '  section Prepare, all of it',
      '  section Hold',
    ]);
    expect(lines.at(-1)).toBe('  Done :crit, milestone, t6, 2026-03-07T16:00, 0d');
    expect(lines).toContainEqual(
      expect.stringContaining(':t2, 2026-03-02T09:00, 2026-03-02T13:00'),
    );
  });

  it('[SC87] no title ends its name, begins a statement or a comment', () => {
    const words = fc.constantFrom(
      'section x',
      'title y',
      'click a',
      '2026-01-01',
      '%%{init}',
      'a:b;c#d\ne',
    );
    fc.assert(
      fc.property(fc.oneof(words, fc.string({ unit: 'binary', maxLength: 60 })), (text) => {
        const made = mermaidText(text);
        expect(made).toMatch(/^[^:;#%{}\n\r]+$/u);
        expect(made).not.toMatch(/^(?:section|title|click|gantt|\d{4}-\d)/i);
      }),
    );
  });
});
