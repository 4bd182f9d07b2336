import type { ReadingCase } from './reading-case.ts';

export const danish: readonly ReadingCase[] = [
  [
    'Åbn en cykelbutik i Svendborg for 300.000 kr. inden 1. juni 2027',
    'DKK 300000 | budget DKK 300000 | @2027-06-01 | due 2027-06-01 | in Svendborg',
  ],
  [
    'Byg en skole til to millioner kroner i Grønland',
    'DKK 2000000 | budget DKK 2000000 | in Greenland',
  ],
  ['Hold en sommerfest for 120 gæster den 3. juli 2027', '@2027-07-03 | due 2027-07-03 | #120'],
  [
    'Vi skal renovere otte lejligheder inden for seks måneder uden gæld',
    '~6 month | due 2027-05-15 | #8 | no gæld',
  ],
  ['Start en podcast i første kvartal 2027', '@2027-01-01..2027-03-31 | due 2027-03-31'],
  [
    'Flyt kontoret fra Odense til Stockholm før 1. maj',
    '@2027-05-01 | due 2027-04-30 | in Odense | in Stockholm',
  ],
  ['Køb en båd mellem 200.000 og 250.000 kr.', 'DKK 200000-250000 | budget DKK 250000'],
  [
    'Et 5-årigt program der planter 2000 træer i Kenya',
    '~5 year | due 2031-11-15 | #2000 | in Kenya',
  ],
  ['Skriv en bog på et år', '~1 year | due 2027-11-15'],
  [
    'Budget: DKK 1,2 mio. Åbn en klinik i Tyskland',
    'DKK 1200000 | budget DKK 1200000 | in Germany',
  ],
  ['Lav en udstilling i Hvidbjerg inden jul', '@2026-12-24 | due 2026-12-24 | in Hvidbjerg'],
  ['Lej et lokale for 9.000 kr. om måneden', 'DKK 9000'],
  ['Uddan 40 frivillige i løbet af ti uger', '~10 week | due 2027-01-24 | #40'],
  [
    'Åbn en genbrugsbutik i foråret 2027 uden alkohol',
    '@2027-03-01..2027-05-31 | due 2027-05-31 | no alkohol',
  ],
  ['Lever hjemmesiden senest den 30. september 2027', '@2027-09-30 | due 2027-09-30'],
  ['Ansæt fem udviklere i næste måned', '@2026-12-01..2026-12-31 | due 2026-12-31 | #5'],
  ['Oversæt 12 bøger over to år', '~2 year | due 2028-11-15 | #12'],
  [
    'Sæt 300 solpaneler op på Fyn i 2. halvår 2027',
    '@2027-07-01..2027-12-31 | due 2027-12-31 | #300 | in Funen',
  ],
  ['Saml en halv million kroner ind til museet', 'DKK 500000'],
  ['Lær spansk inden udgangen af 2027', '@2027-01-01..2027-12-31 | due 2027-12-31'],
  ['Forbudte ord: krypto, sky. Åbn en café i Køge', 'in Køge | no krypto | no sky'],
  [
    'Reparer taget inden fredag for 2.500 kr',
    'DKK 2500 | budget DKK 2500 | @2026-11-20 | due 2026-11-20',
  ],
  ['Lav en film på 90 minutter i Rom', '~90 minute | in Rome'],
  [
    'Byg en legeplads i København med 1.250.000 kroner til rådighed',
    'DKK 1250000 | budget DKK 1250000 | in Copenhagen',
  ],
  ['Hold et kursus for 20 til 30 børn i maj', '@2027-05-01..2027-05-31 | due 2027-05-31 | #30'],
  [
    'Åbn tre butikker i Sverige i begyndelsen af 2028 for 400 000 kr.',
    'SEK 400000 | budget SEK 400000 | @2028-01-01..2028-04-30 | due 2028-04-30 | #3 | in Sweden',
  ],
];
