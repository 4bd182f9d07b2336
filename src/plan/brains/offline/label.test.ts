import { describe, expect, it } from 'vitest';
import { readGoal } from '../../stages/facts.ts';

const subjectOf = (goal: string) =>
  readGoal({ planId: 'plan_label', goal, startDate: '2026-11-16', brain: 'offline' }).subject;

describe('the name of a thing in another language', () => {
  it.each([
    [
      'Réduire de 30 % les déchets plastiques dans les écoles de Lyon avant juin 2028, budget 400 000 EUR',
      'déchets plastiques dans les écoles',
      'reduce',
    ],
    ['Hochzeit für 80 Gäste in Graz am 12. Juni 2027, 15.000 EUR', 'Hochzeit', null],
    [
      'Ouvrir un atelier de réparation de vélos à Nantes pour 60 000 € en 2027',
      'atelier de réparation de vélos',
      'open',
    ],
    [
      'Wir wollen bis Mai 2027 in Bremen ein Nachbarschaftscafé eröffnen',
      'Nachbarschaftscafé',
      'open',
    ],
    ['Abrir una panadería en Sevilla antes de junio de 2027 con 80.000 euros', 'panadería', 'open'],
    [
      'Nedbring sygefraværet i hjemmeplejen i Odense med 20 % inden udgangen af 2027',
      'sygefraværet i hjemmeplejen',
      'reduce',
    ],
    [
      'Trouver 8 nouveaux clients pour notre imprimerie à Lille',
      'nouveaux clients pour notre imprimerie',
      'find',
    ],
    ['Unser Archiv digitalisieren und die Leute schulen', 'Archiv', 'digitise'],
    ['Reformar la terraza y cambiar las ventanas', 'terraza', 'renovate'],
    ['Udvikle en app, som hjælper sejlere', 'app, som hjælper sejlere', 'develop'],
    [
      'Eine Werkstatt für Lastenräder in Münster eröffnen, 60.000 Euro, bis März 2027',
      'Werkstatt für Lastenräder',
      'open',
    ],
    ['1000 Bäume in Köln pflanzen', 'Bäume', 'plant'],
    ['Aprire una gelateria a Torino con 70.000 euro entro maggio 2027', 'gelateria', 'open'],
  ])('[OF70] %s', (goal, thing, verb) => {
    const subject = subjectOf(goal);
    expect(subject.thing).toBe(thing);
    expect(subject.act).toBe(verb === null ? null : `${verb} the “${thing}”`);
  });

  it('[OF70] it is short and ends with a whole word, however long the goal is', () => {
    const { thing } = subjectOf(
      'Améliorer durablement la collaboration internationale des bibliothécaires universitaires francophones',
    );
    expect(thing.length).toBeLessThanOrEqual(40);
    expect('durablement la collaboration internationale des bibliothécaires').toContain(thing);
  });
});
