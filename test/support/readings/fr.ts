import type { ReadingCase } from './reading-case.ts';

export const french: readonly ReadingCase[] = [
  [
    'Ouvrir une librairie à Bruxelles avec 60 000 € avant le 1er mai 2027',
    'EUR 60000 | budget EUR 60000 | @2027-05-01 | due 2027-04-30 | in Brussels',
  ],
  [
    "Construire une école pour deux millions d'euros au Sénégal",
    'EUR 2000000 | budget EUR 2000000 | in Senegal',
  ],
  ["Lancer une appli de covoiturage d'ici l'été 2027", '@2027-06-01..2027-08-31 | due 2027-08-31'],
  [
    'Organiser un festival pour 500 personnes en juin 2027 à Lausanne',
    '@2027-06-01..2027-06-30 | due 2027-06-30 | #500 | in Lausanne',
  ],
  [
    'Rénover douze logements en dix-huit mois sans dette',
    '~18 month | #12 | due 2028-05-15 | no dette',
  ],
  ['Créer un jardin partagé au premier trimestre 2027', '@2027-01-01..2027-03-31 | due 2027-03-31'],
  ['Former 40 bénévoles en six semaines à Londres', '~6 week | due 2026-12-27 | #40 | in London'],
  ['Acheter un bateau entre 20 000 et 30 000 euros', 'EUR 20000-30000 | budget EUR 30000'],
  ['Écrire un roman en un an', '~1 year | due 2027-11-15'],
  [
    'Un programme de 5 ans pour planter 2000 arbres au Maroc',
    '~5 year | due 2031-11-15 | #2000 | in Morocco',
  ],
  [
    'Déménager de Lyon à Copenhague fin mars 2027',
    '@2027-03-01..2027-03-31 | due 2027-03-31 | in Lyon | in Copenhagen',
  ],
  ['Une fête sans alcool le 14 juillet 2027', '@2027-07-14 | due 2027-07-14 | no alcool'],
  [
    'Budget : 1,2 M€. Ouvrir une clinique en Suisse',
    'EUR 1200000 | budget EUR 1200000 | in Switzerland',
  ],
  ['Monter une exposition à Trifouilly avant Noël', '@2026-12-24 | due 2026-12-23 | in Trifouilly'],
  ['Louer un local à 900 € par mois', 'EUR 900'],
  ['Livrer le site au plus tard le 30 septembre 2027', '@2027-09-30 | due 2027-09-30'],
  ['Recruter cinq développeurs dans les trois mois', '~3 month | #5'],
  ['Traduire 12 livres pendant deux ans', '~2 year | due 2028-11-15 | #12'],
  ['Ouvrir un refuge pour chats la semaine prochaine', '@2026-11-23..2026-11-29 | due 2026-11-29'],
  [
    'Installer 300 panneaux en Allemagne au 2e semestre 2027',
    '@2027-07-01..2027-12-31 | due 2027-12-31 | #300 | in Germany',
  ],
  ["Réunir un demi-million d'euros pour la chapelle", 'EUR 500000'],
  ['Apprendre le danois avant janvier', '@2027-01-01..2027-01-31 | due 2026-12-31'],
  [
    'Un atelier vélo à Strasbourg, 15 000 euros de budget, début 2027',
    'EUR 15000 | budget EUR 15000 | @2027-01-01..2027-04-30 | due 2027-04-30 | in Strasbourg',
  ],
  ['Mots interdits : crypto, cloud. Ouvrir un café à Nantes', 'in Nantes | no crypto | no cloud'],
  ['Réparer le toit vendredi pour 250 francs suisses', 'CHF 250 | budget CHF 250'],
  ['Tourner un film de 90 minutes à Vienne', '~90 minute | in Vienna'],
];
