import { describe, expect, it } from 'vitest';
import { readCounts } from './counts.ts';
import { languageOf } from './language.ts';
import { mainPlace, readPlaces } from './places.ts';
import { readSubject } from './subject.ts';

const names = (goal: string) => readPlaces(goal).map((place) => place.name);
const main = (goal: string) => mainPlace(readPlaces(goal), goal);

describe('places', () => {
  it('[PL1] known places, whole words, other spellings', () => {
    expect(names('From København to Zürich and on to New York City')).toEqual([
      'Copenhagen',
      'Zurich',
      'New York City',
    ]);
    expect(names('Parisian bread, a split, and Indiana')).toEqual(['Indiana']);
    expect(names('在东京开一家店')).toEqual(['Tokyo']);
  });

  it('[PL1] a neighborhood beside a known city comes back too', () => {
    expect(names('a clinic in Nordvest, Copenhagen')).toEqual(['Nordvest', 'Copenhagen']);
  });

  it('[PL1] words that are also places count only where a place stands', () => {
    expect(names('A nice turkey for us; Nice people; call Austin')).toEqual([]);
    expect(names('a trip to Nice')).toEqual(['Nice']);
  });

  it('[PL1] the plan is for where one goes to, else for the most local place', () => {
    expect(main('Move from Toronto to Oslo')).toEqual({ name: 'Oslo', country: 'NO' });
    expect(main('A shop in Denmark, best in Odense')).toEqual({ name: 'Odense', country: 'DK' });
    expect(main('A shop')).toEqual({ name: null, country: null });
  });
});

describe('counts and people', () => {
  it('[PL1] counted things with their own words', () => {
    const found = readCounts(
      'approach 10 hot leads, close 3 custom website deals, 50+ kennels, ten chairs',
    );
    expect(found.map((count) => [count.value, count.unit, count.people])).toEqual([
      [10, 'hot leads', true],
      [3, 'custom website deals', false],
      [50, 'kennels or more', false],
      [10, 'chairs', false],
    ]);
  });

  it('[PL1] spans, shares and years are no counts', () => {
    expect(readCounts('in 3 weeks, 15% more, by 2026 at last, the 12th century')).toEqual([]);
  });
});

describe('the subject', () => {
  it.each([
    ['Open a coffee shop in Copenhagen', 'open', 'coffee shop'],
    ['I would like to build a greenhouse for tomatoes', 'build', 'greenhouse'],
    ['Create a detailed plan to renovate our old barn', 'renovate', 'old barn'],
    ['Develop an app for bird watchers', 'develop', 'app for bird watchers'],
    [
      'Construct a huge, multi-level parking garage by 2030',
      'construct',
      'huge, multi-level parking garage',
    ],
    [
      'Write a guidebook with 40 pages about alpine flowers',
      'write',
      'guidebook about alpine flowers',
    ],
  ])('[PL2] of “%s”', (goal, verb, thing) => {
    expect(readSubject(goal)).toMatchObject({ verb, thing });
  });

  it('[PL2] a scene before the order is passed over', () => {
    expect(readSubject('The bridge fell last night. Build a new ferry line.').thing).toBe(
      'ferry line',
    );
  });

  it('[PL2] a name in quotation marks is kept', () => {
    expect(readSubject("Launch 'Moss & Co', a small flower firm").name).toBe('Moss & Co');
  });
});

describe('the language', () => {
  it.each([
    ['Open a bar in the old town', 'en'],
    ['Eröffne ein Café in der Altstadt mit Garten', 'de'],
    ['Ouvrir une librairie dans le centre de Lyon', 'fr'],
    ['在北京开一家书店', 'zh'],
    ['Открыть кафе в центре города', 'ru'],
  ])('[PL8] of “%s”', (goal, language) => {
    expect(languageOf(goal)).toBe(language);
  });
});
