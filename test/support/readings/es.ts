import type { ReadingCase } from './reading-case.ts';

export const spanish: readonly ReadingCase[] = [
  [
    'Abrir una panadería en Sevilla con 45.000 € antes del 1 de mayo',
    'EUR 45000 | budget EUR 45000 | @2027-05-01 | due 2027-04-30 | in Seville',
  ],
  [
    'Construir un puente por dos millones de euros en Perú',
    'EUR 2000000 | budget EUR 2000000 | in Peru',
  ],
  [
    'Queremos abrir una escuela para 200 alumnos en septiembre de 2027',
    '@2027-09-01..2027-09-30 | due 2027-09-30 | #200',
  ],
  [
    'Organizar un festival en Londres para finales de junio de 2027',
    '@2027-06-01..2027-06-30 | due 2027-06-30 | in London',
  ],
  ['Reformar ocho pisos en seis meses sin deudas', '~6 month | due 2027-05-15 | #8 | no deudas'],
  ['Comprar un barco entre 20.000 y 30.000 dólares', 'USD 20000-30000 | budget USD 30000'],
  [
    'Lanzar una aplicación en el primer trimestre de 2027',
    '@2027-01-01..2027-03-31 | due 2027-03-31',
  ],
  [
    'Un programa de 5 años para plantar 2000 árboles en Marruecos',
    '~5 year | due 2031-11-15 | #2000 | in Morocco',
  ],
  [
    'Mudarnos de Madrid a Copenhague antes de Navidad',
    '@2026-12-24 | due 2026-12-23 | in Madrid | in Copenhagen',
  ],
  [
    'Una fiesta sin alcohol el 3 de julio de 2027 para 60 invitados',
    '@2027-07-03 | due 2027-07-03 | #60 | no alcohol',
  ],
  [
    'Presupuesto: 1,5 millones de euros. Abrir una clínica en Alemania',
    'EUR 1500000 | budget EUR 1500000 | in Germany',
  ],
  ['Escribir una novela en un año', '~1 year | due 2027-11-15'],
  ['Alquilar un local por 900 euros al mes', 'EUR 900'],
  [
    'Formar a 40 voluntarios en Getafe hasta el 30 de septiembre de 2027',
    '@2027-09-30 | due 2027-09-30 | #40 | in Getafe',
  ],
  [
    'Contratar a cinco ingenieros la próxima semana',
    '@2026-11-23..2026-11-29 | due 2026-11-29 | #5',
  ],
  ['Traducir 12 libros durante dos años', '~2 year | due 2028-11-15 | #12'],
  [
    'Crear un huerto en Villarejo de Salvanés con cien mil euros',
    'EUR 100000 | budget EUR 100000 | in Villarejo',
  ],
  [
    'Instalar 300 paneles en Suecia en el segundo semestre de 2027',
    '@2027-07-01..2027-12-31 | due 2027-12-31 | #300 | in Sweden',
  ],
  ['Reunir medio millón de euros para el museo', 'EUR 500000'],
  ['Aprender danés en un año y medio', '~1.5 year | due 2028-05-16'],
  [
    'Abrir un taller en Ginebra en verano de 2027 con 80 mil francos',
    'CHF 80000 | budget CHF 80000 | @2027-06-01..2027-08-31 | due 2027-08-31 | in Geneva',
  ],
  ['Palabras prohibidas: nube, cripto. Abrir un café en Bilbao', 'in Bilbao | no nube | no cripto'],
  [
    'Arreglar el tejado antes del viernes por 250 €',
    'EUR 250 | budget EUR 250 | @2026-11-20 | due 2026-11-19',
  ],
  ['Rodar un documental de 90 minutos en Nueva York', '~90 minute | in New York'],
  ['Entregar el informe a más tardar el 15/03/2027', '@2027-03-15 | due 2027-03-15'],
  [
    'Abrir tres tiendas en México a principios de 2028',
    '@2028-01-01..2028-04-30 | due 2028-04-30 | #3 | in Mexico',
  ],
];
