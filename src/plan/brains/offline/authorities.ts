// Whom to ask in which country. Names of offices only; what they demand changes, so every plan marks
// these as guesses to confirm.
export interface Authorities {
  readonly business: string;
  readonly tax: string;
  readonly food: string;
}

const table: Readonly<Record<string, readonly [business: string, tax: string, food: string]>> = {
  AT: ['the Austrian Firmenbuch', 'the Finanzamt', 'the district food inspectorate'],
  AU: ['ASIC', 'the Australian Taxation Office', 'the local council’s food team'],
  BE: ['the Crossroads Bank for Enterprises', 'FPS Finance', 'the FASFC'],
  CA: [
    'the provincial business registry',
    'the Canada Revenue Agency',
    'the local public health unit',
  ],
  CH: [
    'the cantonal commercial register',
    'the cantonal tax office',
    'the cantonal food inspectorate',
  ],
  CZ: ['the trade licensing office', 'the Czech tax office', 'the CAFIA'],
  DE: ['the Gewerbeamt', 'the Finanzamt', 'the local Lebensmittelüberwachung'],
  DK: ['the Danish Business Authority (CVR number)', 'Skattestyrelsen', 'Fødevarestyrelsen'],
  ES: ['the Registro Mercantil', 'the Agencia Tributaria', 'the regional health department'],
  FI: ['the Finnish Patent and Registration Office', 'Vero', 'the municipal food control'],
  FR: ['the INPI single business window', 'the French tax office (DGFiP)', 'the DDPP'],
  GB: ['Companies House', 'HMRC', 'the council’s environmental health team'],
  HU: ['the Hungarian company court', 'NAV', 'Nébih'],
  IE: ['the Companies Registration Office', 'Revenue', 'the HSE environmental health service'],
  IN: ['the Registrar of Companies', 'the GST portal', 'FSSAI'],
  IT: ['the Camera di Commercio', 'the Agenzia delle Entrate', 'the local ASL'],
  JP: ['the Legal Affairs Bureau', 'the local tax office', 'the public health center'],
  KE: [
    'the Business Registration Service',
    'the Kenya Revenue Authority',
    'the county public health office',
  ],
  NL: ['the KVK', 'the Belastingdienst', 'the NVWA'],
  NO: ['the Brønnøysund Register Centre', 'Skatteetaten', 'Mattilsynet'],
  NZ: ['the Companies Office', 'Inland Revenue', 'MPI or the local council'],
  PL: ['the CEIDG or KRS register', 'the Polish tax office', 'Sanepid'],
  PT: ['the Registo Comercial', 'the Autoridade Tributária', 'ASAE'],
  SE: ['Bolagsverket', 'Skatteverket', 'the municipal food control'],
  SG: ['ACRA', 'IRAS', 'the Singapore Food Agency'],
  TH: ['the Department of Business Development', 'the Revenue Department', 'the district office'],
  US: [
    'the Secretary of State’s business division',
    'the IRS and the state tax office',
    'the county or city health department',
  ],
  ZA: ['CIPC', 'SARS', 'the municipal environmental health office'],
};

export function authoritiesOf(countryCode: string | null): Authorities & { known: boolean } {
  const row = countryCode === null ? undefined : table[countryCode];
  const [business, tax, food] = row ?? [
    'the business register',
    'the tax office',
    'the food safety authority',
  ];
  return { business, tax, food, known: row !== undefined };
}
