import { describe, expect, it } from 'vitest';
import { scriptProblems } from './same-script.ts';

const english = 'Open a coffee shop in Copenhagen with a budget of 80,000 EUR by June 2027';
const japanese = '京都で小さな喫茶店を開き、来年の六月までに黒字にしたいと思っています。';
const russian = 'Открыть кофейню в Казани до июня 2027 года с бюджетом три миллиона рублей';

describe('the letters of an answer', () => {
  it.each([
    ['an English answer', english, { title: 'A small coffee shop near the harbor' }],
    [
      'a Japanese answer',
      japanese,
      { items: [{ name: '物件を借りて内装工事を行い、許可を取る' }] },
    ],
    ['a Russian answer', russian, { title: 'Найти помещение и получить разрешения' }],
    [
      'an answer with a foreign name',
      english,
      { title: 'A shop named 珈琲館 near the harbor of the city' },
    ],
    [
      'an answer with words of a schema',
      japanese,
      { verdict: 'go_with_care', kind: 'requirement', reason: '許可が要る' },
    ],
  ])('[PP23] %s to a goal of its language is fine', (_what, goal, value) => {
    expect(scriptProblems(goal, value)).toEqual([]);
  });

  it.each([
    ['Japanese', english, { items: [{ name: '物件を借りて内装工事を行い、許可を取る' }] }, 'Latin'],
    ['Russian', english, { title: 'Найти помещение и получить разрешения' }, 'Latin'],
    ['English', russian, { title: 'Find a room and get all the permits' }, 'Cyrillic'],
  ])('[PP23] an answer in %s is sent back', (_what, goal, value, script) => {
    expect(scriptProblems(goal, value)).toEqual([expect.stringContaining(script) as string]);
  });

  it('[PP23] a goal of two scripts, or of a few letters, asks for none', () => {
    const value = { title: 'Найти помещение и получить разрешения' };
    expect(scriptProblems(`${english} ${russian}`, value)).toEqual([]);
    expect(scriptProblems('Buy 3 apples', value)).toEqual([]);
  });
});
