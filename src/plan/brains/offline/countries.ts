// Countries by name: code, currency, and other names people use. Short on purpose; a place that is
// not here still comes back as a place when the goal says "in X, Country" or "Location: X".
export interface Country {
  readonly code: string;
  readonly name: string;
  readonly currency: string;
  readonly aliases: readonly string[];
}

const rows = `
AR|Argentina|ARS|; AT|Austria|EUR|Österreich,Autriche; AU|Australia|AUD|; BD|Bangladesh|BDT|; BE|Belgium|EUR|Belgien,Belgique,België
BG|Bulgaria|BGN|; BR|Brazil|BRL|Brasil,Brasilien; CA|Canada|CAD|Kanada; CH|Switzerland|CHF|Schweiz,Suisse,Svizzera; CL|Chile|CLP|
CN|China|CNY|中国,Kina; CO|Colombia|COP|; CR|Costa Rica|USD|; CZ|Czech Republic|CZK|Czechia,Tschechien; DE|Germany|EUR|Deutschland,Tyskland,Allemagne,Alemania
DK|Denmark|DKK|Danmark,Dänemark,Danemark; EE|Estonia|EUR|; EG|Egypt|EGP|; ES|Spain|EUR|España,Spanien,Espagne; ET|Ethiopia|USD|
FI|Finland|EUR|Suomi,Finnland; FR|France|EUR|Frankreich,Frankrig,Francia; GB|United Kingdom|GBP|UK,Great Britain,Britain,England,Scotland,Wales,Northern Ireland
GH|Ghana|GHS|; GR|Greece|EUR|Griechenland; GL|Greenland|DKK|; HK|Hong Kong|HKD|; HR|Croatia|EUR|; HU|Hungary|HUF|Ungarn; ID|Indonesia|IDR|; IE|Ireland|EUR|Irland
IL|Israel|ILS|; IN|India|INR|; IQ|Iraq|USD|; IR|Iran|USD|; IS|Iceland|ISK|Island; IT|Italy|EUR|Italia,Italien,Italie; JP|Japan|JPY|日本
KE|Kenya|KES|; KR|South Korea|KRW|Korea,한국; LK|Sri Lanka|LKR|; LT|Lithuania|EUR|; LU|Luxembourg|EUR|; LV|Latvia|EUR|; MA|Morocco|MAD|; MX|Mexico|MXN|México
MY|Malaysia|MYR|; NG|Nigeria|NGN|; NL|Netherlands|EUR|Nederland,Holland,Niederlande,Pays-Bas; NO|Norway|NOK|Norge,Norwegen; NP|Nepal|USD|; NZ|New Zealand|NZD|
PE|Peru|PEN|; PH|Philippines|PHP|; PK|Pakistan|PKR|; PL|Poland|PLN|Polska,Polen; PT|Portugal|EUR|; RO|Romania|RON|; RS|Serbia|EUR|; RU|Russia|RUB|Россия
RW|Rwanda|USD|; SA|Saudi Arabia|SAR|; SE|Sweden|SEK|Sverige,Schweden; SG|Singapore|SGD|; SI|Slovenia|EUR|; SK|Slovakia|EUR|; TH|Thailand|THB|; TR|Turkey|TRY|Türkiye
TW|Taiwan|TWD|; TZ|Tanzania|USD|; UA|Ukraine|UAH|Україна; UG|Uganda|USD|; AE|United Arab Emirates|AED|UAE; VA|Vatican City|EUR|Vatican; VE|Venezuela|USD|; VN|Vietnam|VND|
US|United States|USD|USA,U.S.,United States of America,US; ZA|South Africa|ZAR|; ZM|Zambia|USD|; SN|Senegal|USD|; CU|Cuba|USD|; MT|Malta|EUR|; CY|Cyprus|EUR|; QA|Qatar|USD|; JO|Jordan|USD|; KZ|Kazakhstan|USD|; GE|Georgia (country)|USD|; MN|Mongolia|USD|; KH|Cambodia|USD|; UY|Uruguay|USD|; EC|Ecuador|USD|; BO|Bolivia|USD|; PA|Panama|USD|; JM|Jamaica|USD|; CI|Ivory Coast|USD|; MZ|Mozambique|USD|; AO|Angola|USD|; TN|Tunisia|USD|; DZ|Algeria|USD|; AF|Afghanistan|USD|; SY|Syria|USD|; LB|Lebanon|USD|
`;

export const countries: readonly Country[] = rows
  .split(/[;\n]/)
  .map((row) => row.trim().split('|'))
  .filter((cells) => cells.length === 4)
  .map(([code = '', name = '', currency = '', aliases = '']) => ({
    code,
    name,
    currency,
    aliases: aliases.split(',').filter((alias) => alias.length > 0),
  }));

/** The rest of the world, without a currency of its own here. */
const more =
  'AL AD AG AM AZ BS BH BB BY BZ BJ BT BA BW BN BF BI CV CM CF TD KM CG CD DJ DM DO SV GQ ER SZ FJ GA GM GD GT GN GW GY HT HN KI KP KW KG LA LS LR LY LI MG MW MV ML MH MR MU FM MD MC ME MM NA NI NE MK OM PW PS PG PY KN LC WS SM SC SL SB SO SS SD SR TJ TL TG TO TT TM TV UZ VU YE ZW XK PR';
const languages = ['en', 'de', 'fr', 'es', 'da'] as const;
const namers = languages.map((locale) => new Intl.DisplayNames([locale], { type: 'region' }));
const plainName = (name: string) => name.replace(/\s*[(（].*$/u, '').trim();

/** Names of all countries in the languages that goals are read in, as the runtime knows them. */
export function countryNames(): { code: string; name: string; spelling: string }[] {
  const codes = [...countries.map(({ code }) => code), ...more.split(' ')];
  return codes.flatMap((code) => {
    const spellings = namers.map((namer) => plainName(namer.of(code) ?? code));
    const name = byCode.get(code)?.name ?? spellings[0] ?? code;
    return spellings.map((spelling) => ({ code, name, spelling }));
  });
}

const byCode = new Map(countries.map((country) => [country.code, country]));

export function countryByCode(code: string | null): Country | null {
  return code === null ? null : (byCode.get(code) ?? null);
}
