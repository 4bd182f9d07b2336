import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nastyTitles, sampleSchedule } from '../../../test/support/scheduled.ts';
import { fold, icalText, writeIcal } from './ical.ts';

const octets = (text: string): number => new TextEncoder().encode(text).length;
const unfold = (text: string): string => text.replaceAll('\r\n ', '');

function eventsOf(text: string): Map<string, string>[] {
  const events: Map<string, string>[] = [];
  for (const line of unfold(text).split('\r\n')) {
    const colon = line.indexOf(':');
    if (line === 'BEGIN:VEVENT') events.push(new Map());
    else events.at(-1)?.set(line.slice(0, colon), line.slice(colon + 1));
  }
  return events;
}

describe('the schedule as iCalendar', () => {
  const text = writeIcal(sampleSchedule);
  const events = eventsOf(text);

  it('[SC88] has an event for each task: timed within a day, whole days beyond, a moment for a milestone', () => {
    expect(events).toHaveLength(4);
    const [short, long, saturday, milestone] = events;
    expect(short?.get('DTSTART')).toBe('20260302T080000Z');
    expect(short?.get('DTEND')).toBe('20260302T120000Z');
    expect(long?.get('DTSTART;VALUE=DATE')).toBe('20260302');
    expect(long?.get('DTEND;VALUE=DATE')).toBe('20260305');
    expect(saturday?.get('DTSTART')).toBe('20260307T090000Z');
    expect(milestone?.get('DTSTART')).toBe('20260307T150000Z');
    expect(milestone?.has('DTEND')).toBe(false);
    expect(short?.get('CATEGORIES')).toBe('Prepare\\, all of it');
  });

  it('[SC88] every event has its own lasting id, and writing it again changes nothing', () => {
    const uids = events.map((event) => event.get('UID'));
    expect(uids[0]).toBe('task_1.plan_sample@planwright');
    expect(new Set(uids).size).toBe(4);
    expect(writeIcal(sampleSchedule)).toBe(text);
    for (const event of events) expect(event.get('DTSTAMP')).toMatch(/^\d{8}T\d{6}Z$/);
  });

  it('[SC89] no line is longer than 75 octets, and no character is cut', () => {
    for (const line of text.split('\r\n')) expect(octets(line)).toBeLessThanOrEqual(75);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (value) => {
        const folded = fold(value);
        expect(unfold(folded)).toBe(value);
        for (const line of folded.split('\r\n')) expect(octets(line)).toBeLessThanOrEqual(75);
      }),
    );
  });

  it('[SC89] a title cannot end its line or its event', () => {
    const summaries = events.map((event) => event.get('SUMMARY') ?? '');
    expect(summaries[1]).toContain('section: evil\\; #1');
    expect(text.match(/^END:VEVENT\r$/gm)).toHaveLength(4);
    for (const title of nastyTitles) {
      expect(icalText(title).replaceAll('\\n', '')).not.toMatch(/[\p{Cc}\p{Zl}]/u);
    }
  });
});
