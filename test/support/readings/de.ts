import type { ReadingCase } from './reading-case.ts';

export const german: readonly ReadingCase[] = [
  [
    'Eröffne eine Bäckerei in Regensburg mit 1,5 Mio. € bis Ende März 2027',
    'EUR 1500000 | budget EUR 1500000 | @2027-03-01..2027-03-31 | due 2027-03-31 | in Regensburg',
  ],
  [
    'Baue einen Spielplatz in Mailand für höchstens 80.000 Euro',
    'EUR 80000 | budget EUR 80000 | in Milan',
  ],
  ['Wir wollen bis zum 15. Juni 2027 ein Repair-Café gründen', '@2027-06-15 | due 2027-06-15'],
  [
    'Eine Schule mit 240 Schülern in Warschau, fertig im 3. Quartal 2028',
    '@2028-07-01..2028-09-30 | due 2028-09-30 | #240 | in Warsaw',
  ],
  [
    'Renoviere die Turnhalle innerhalb von acht Monaten ohne Schulden',
    '~8 month | due 2027-07-15 | no Schulden',
  ],
  [
    'Drehe einen Film in den Alpen, Kosten zwischen 200.000 und 300.000 €',
    'EUR 200000-300000 | budget EUR 300000 | in Alps',
  ],
  [
    'Organisiere ein Sommerfest für 120 Gäste am 3. Juli 2027',
    '@2027-07-03 | due 2027-07-03 | #120',
  ],
  [
    'Plane den Umzug von Kiel nach Zürich vor dem 1. Mai',
    '@2027-05-01 | due 2027-04-30 | in Kiel | in Zurich',
  ],
  [
    'Ein zehn Jahre langes Programm für sauberes Wasser in Äthiopien',
    '~10 year | due 2036-11-15 | in Ethiopia',
  ],
  ['Pflanze 2000 Bäume bis Herbst 2027', '@2027-09-01..2027-11-30 | due 2027-11-30 | #2000'],
  [
    'Kaufe zwei Millionen Euro Grundstücke in Sachsen',
    'EUR 2000000 | budget EUR 2000000 | in Saxony',
  ],
  [
    'Bring die App bis Weihnachten heraus, mit fünf Entwicklern',
    '@2026-12-24 | due 2026-12-24 | #5',
  ],
  [
    'Baue eine Solaranlage mit 30 kWp bis Anfang 2028',
    '@2028-01-01..2028-04-30 | due 2028-04-30 | #30',
  ],
  ['Gründe einen Chor in Wolfratshausen', 'in Wolfratshausen'],
  ['Miete ein Büro für 1.200 € pro Monat', 'EUR 1200'],
  [
    'Eröffne in einem halben Jahr einen Laden in Dänemark',
    '~0.5 year | due 2027-05-17 | in Denmark',
  ],
  ['Schreibe ein Buch über 1848 in anderthalb Jahren', '~1.5 year | due 2028-05-16'],
  [
    'Die Messe findet im Frühjahr 2027 in Prag statt',
    '@2027-03-01..2027-05-31 | due 2027-05-31 | in Prague',
  ],
  ['Sammle eine halbe Million Euro für das Museum', 'EUR 500000'],
  ['Lerne Dänisch bis nächstes Jahr', '@2027-01-01..2027-12-31 | due 2027-12-31'],
  ['Stelle 3 Köche bis Freitag ein', '@2026-11-20 | due 2026-11-20 | #3'],
  ['Ein Fest ohne Alkohol am 24.12.2026', '@2026-12-24 | due 2026-12-24 | no Alkohol'],
  ['Baue bis 01.06.27 einen Radweg in Südtirol', '@2027-06-01 | due 2027-06-01 | in South Tyrol'],
  [
    "Frist: 30.09.2027. Budget: CHF 45'000. Verbotene Wörter: Krypto, Cloud",
    'CHF 45000 | budget CHF 45000 | @2027-09-30 | due 2027-09-30 | no Krypto | no Cloud',
  ],
  [
    'Ein Hofladen mit 50 bis 60 Tsd. € in Bayern',
    'EUR 50000-60000 | budget EUR 60000 | in Bavaria',
  ],
  [
    'Kein Plastik: ein Markt für 40 Händler im Mai',
    '@2027-05-01..2027-05-31 | due 2027-05-31 | #40 | no Plastik',
  ],
];
