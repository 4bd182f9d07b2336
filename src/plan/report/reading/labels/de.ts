// The words of the first screen and the titles of the sections in German.
import type { Labels } from './en.ts';

export const de: Labels = {
  ...{ goal: 'Ziel', allOfIt: 'Ganz lesen', way: 'Gewählter Weg', decide: 'Zu entscheiden' },
  ...{
    firstStop: 'Erste Prüfung, die den Plan ändern kann',
    stopWhen: 'Abbruch, wenn',
    question: 'Offene Frage',
    otherwise: 'Wenn nicht',
  },
  ...{
    dates: 'Termine',
    start: 'Beginn',
    half: 'Die Hälfte der Läufe bis',
    most: 'Vier von fünf bis',
  },
  ...{ planned: 'Geplantes Ende', lucky: 'Geplant, wenn nichts schiefgeht', deadline: 'Frist' },
  ...{ money: 'Geld', base: 'Erwartet', mostCost: 'Vier von fünf höchstens', budget: 'Budget' },
  ...{
    range: 'Acht von zehn Läufen',
    left: 'Budget über Erwartung',
    to: 'bis',
    odds: '{0} von 100',
  },
  ...{ risks: 'Größte Risiken', weight: 'Eintritt {0}, Folgen {1}' },
  ...{ low: 'gering', medium: 'mittel', high: 'hoch' },
  ...{ firstDay: 'In den nächsten 24 Stunden', task: 'Aufgabe', more: '{0} weitere' },
  ...{ made: 'Wie er entstand', conditions: 'Bedingungen: {0}' },
  ...{ go: 'Beginnen', goIf: 'Beginnen, mit Bedingungen', noGo: 'Nicht beginnen' },
  rareRisk:
    'Im Durchschnitt kostet es mehr als in vier von fünf Läufen, weil ein seltenes Risiko sehr teuer ist: {0}.',
  inRuns: 'Das hält in {0} simulierten Läufen.',
  noDeadline: 'Es wurde keine Frist genannt.',
  dueKept: 'Die Frist wird gehalten.',
  dueMissed: 'Die Frist wird verfehlt: die Arbeit endet {0} Tage danach.',
  dueMissedInPart: 'Was bis zur Frist fertig sein muss, ist es nicht.',
  dueAtRisk:
    'Der geplante Termin hält die Frist, aber nur {0} simulierte Läufe; gewünscht sind {1}.',
  dueAfter: 'Was danach kommt, endet am {0}.',
  noBudget: 'Es wurde kein Budget genannt.',
  moneyKept: 'Das Budget wird gehalten.',
  moneyTight: 'Das Budget ist knapp.',
  moneyOver: 'Das Budget wird überschritten.',
  moneyOverBy: 'Das Budget wird um {0} überschritten.',
  moneyAtRisk:
    'Die erwarteten Kosten halten das Budget, aber nur {0} simulierte Läufe; gewünscht sind {1}.',
  moneyUnchecked: 'Ob das Budget reicht, wurde nicht geprüft.',
  ...{ contents: 'Inhalt', twoMinutes: 'In zwei Minuten', search: 'Im Bericht suchen' },
  groups: {
    Decide: 'Entscheiden',
    Do: 'Tun',
    Watch: 'Beobachten',
    Doubt: 'Zweifeln',
    Background: 'Hintergrund',
  },
  titles: {
    ...{ summary: 'Zusammenfassung', pitch: 'In Kürze', gates: 'Urteil und Prüfungen' },
    ...{ decisions: 'Entscheidungen und Szenarien', charter: 'Auftrag', schedule: 'Zeitplan' },
    ...{ 'first-actions': 'Der erste Tag', work: 'Phasen und Aufgaben', costs: 'Kosten' },
    ...{ team: 'Team und Zuständigkeit', risks: 'Risiken', assumptions: 'Annahmen' },
    ...{ premises: 'Was stimmen muss', premortem: 'Wie es scheitern könnte' },
    ...{ guesses: 'Schätzungen und offene Fragen', experts: 'Kritik der Fachleute' },
    ...{ 'red-team': 'Gegenseite', revisions: 'Was geändert wurde, und warum' },
    ...{ answers: 'Fragen und Antworten', goal: 'Das Ziel, und ob der Plan sich daran hält' },
    ...{ review: 'Prüfung des Ziels', related: 'Ähnliche Vorhaben', making: 'Wie er entstand' },
    ...{ swot: 'Stärken, Schwächen, Chancen, Gefahren', papers: 'Unterlagen und Daten' },
  },
};
