import { describe, expect, it } from 'vitest';
import { readDates } from './dates.ts';
import { readDeadline } from './deadline.ts';
import { endOfSpan, readDurations } from './durations.ts';

const start = '2025-11-17';
const window = (goal: string) => readDates(goal, start).map((date) => [date.first, date.last]);
const deadline = (goal: string) => readDeadline(readDates(goal, start), readDurations(goal), start);

describe('dates and windows', () => {
  it.each([
    ['close it in Q1 2026', '2026-01-01', '2026-03-31'],
    ['by March 3rd', '2026-03-03', '2026-03-03'],
    ['on 2026-April-21', '2026-04-21', '2026-04-21'],
    ['bis zum 15. März 2026', '2026-03-15', '2026-03-15'],
    ['late March 2026', '2026-03-21', '2026-03-31'],
    ['in summer 2027', '2027-06-01', '2027-08-31'],
    ['by 2030', '2030-01-01', '2030-12-31'],
    ['in 2026–2027', '2026-01-01', '2027-12-31'],
    ['next month', '2025-12-01', '2025-12-31'],
    ['by Christmas', '2025-12-24', '2025-12-24'],
    ['on 31/12/2026', '2026-12-31', '2026-12-31'],
    ['February 29, 2028', '2028-02-29', '2028-02-29'],
    ["by Q1 '28", '2028-01-01', '2028-03-31'],
    ["by June '28", '2028-06-01', '2028-06-30'],
    ['by June ’28', '2028-06-01', '2028-06-30'],
    ["by 5 June '28", '2028-06-05', '2028-06-05'],
    ["in summer '27", '2027-06-01', '2027-08-31'],
    ['by mid next year', '2026-05-01', '2026-08-31'],
    ['by the middle of next year', '2026-05-01', '2026-08-31'],
    ['by early next month', '2025-12-01', '2025-12-10'],
    ['by the end of next year', '2026-01-01', '2026-12-31'],
    ['by mid June', '2026-06-11', '2026-06-20'],
    ['bis nächstes Frühjahr', '2026-03-01', '2026-05-31'],
    ['im kommenden Herbst', '2025-09-01', '2025-11-30'],
    ['Bis Ende nächsten Jahres', '2026-01-01', '2026-12-31'],
    ['bis Mitte nächsten Jahres', '2026-05-01', '2026-08-31'],
    ['Bis zum 1.9.', '2026-09-01', '2026-09-01'],
    ['au printemps prochain', '2026-03-01', '2026-05-31'],
    ["fin de l'année prochaine", '2026-01-01', '2026-12-31'],
    ['para el próximo verano', '2026-06-01', '2026-08-31'],
    ['el verano que viene', '2026-06-01', '2026-08-31'],
    ['antes del verano', '2026-06-01', '2026-08-31'],
    ['a finales de mayo', '2026-05-01', '2026-05-31'],
    ['a mediados del próximo año', '2026-05-01', '2026-08-31'],
    ['til næste forår', '2026-03-01', '2026-05-31'],
    ['i slutningen af næste år', '2026-01-01', '2026-12-31'],
    ['bis 12.6.27', '2027-06-12', '2027-06-12'],
    ['12.6.27', '2027-06-12', '2027-06-12'],
    ['by 31/12/26', '2026-12-31', '2026-12-31'],
    ['by 4/15/26', '2026-04-15', '2026-04-15'],
    ['by 5/6/2027', '2027-06-05', '2027-06-05'],
    ['in Austin, Texas by 5/6/2027', '2027-05-06', '2027-05-06'],
    ['in Texas by 5/6/27', '2027-05-06', '2027-05-06'],
    ['in Texas by 5.6.2027', '2027-06-05', '2027-06-05'],
    ['9/1/2026 in Texas', '2026-09-01', '2026-09-01'],
  ])('[PL1] reads %s', (goal, first, last) => {
    expect(window(goal)).toEqual([[first, last]]);
  });

  it.each(['I may go and march on', 'a 2000 kg load of 1999.50', 'February 31, 2026x'])(
    '[PL1] sees no day in %s',
    (goal) => {
      expect(window(goal).filter(([first, last]) => first === last)).toEqual([]);
    },
  );

  it.each([
    "songs from the summer of '69",
    'upgrade to version 12.6.27',
    'update Node 12.6.27',
    'section 1.9. of the law',
    'open 24/7',
    'I may open a shop',
    'our debut may be soon',
    'it has 3 parts and 1/2/3 steps',
  ])('[RD6] sees no date in %s', (goal) => {
    expect(window(goal)).toEqual([]);
  });

  it('[PL1] a date without a year is the next one after the start', () => {
    expect(readDates('on May 2', '2026-05-03')[0]?.first).toBe('2027-05-02');
  });
});

describe('the deadline', () => {
  it('[PL1] "by" makes it certain; a mere window is a guess', () => {
    expect(deadline('Open by 15 May 2026')).toMatchObject({ date: '2026-05-15', certain: true });
    expect(deadline('Close 3 deals in Q1 2026')).toMatchObject({
      date: '2026-03-31',
      certain: false,
    });
  });

  it.each([
    ["Ouvrir un café avant l'été prochain", '2026-05-31'],
    ['Open a café before summer', '2026-05-31'],
    ['Abrir un café antes del verano', '2026-05-31'],
    ['Open a café in a year and a half', '2027-05-18'],
    ['Open a café within two and a half years', '2028-05-18'],
    ['Åbn en café inden 3 måneder', '2026-02-16'],
    ['Åbn en café om tre måneder', '2026-02-16'],
    ['Open a café by mid next year', '2026-08-31'],
    ['Eröffne ein Café bis Ende nächsten Jahres', '2026-12-31'],
  ])('[PL1] %s: %s', (goal, date) => {
    expect(deadline(goal)?.date).toBe(date);
  });

  it('[PL1] a limit is counted from the start; a length is a span to fill', () => {
    expect(deadline('Open it within 6 months')).toMatchObject({ date: '2026-05-16', span: false });
    expect(deadline('A 10-year program for clean water')).toMatchObject({
      date: '2035-11-16',
      span: true,
    });
  });

  it('[PL1] a rhythm, a record or the past is no deadline', () => {
    expect(deadline('Water the plants once a week')).toBeNull();
    expect(deadline('The first survey in 95 years')).toBeNull();
    expect(deadline('Repair what broke in May 2020')).toBeNull();
  });

  it('[PL1] a month span from the last of a month stays within the month', () => {
    expect(endOfSpan('2026-01-31', { value: 1, unit: 'month' })).toBe('2026-02-27');
  });
});
