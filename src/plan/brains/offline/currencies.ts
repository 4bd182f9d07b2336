// Currencies the reader knows, with a rounded rate. The rates are only for comparing a budget with a
// rule of thumb stated in US dollars; a plan never converts an amount that the goal gave.
export interface Currency {
  readonly code: string;
  readonly signs: readonly string[];
  readonly usdPerUnit: number;
}

const table: readonly (readonly [string, string, number])[] = [
  ['USD', 'US$ USD$ $ dollar dollars dólares dólar bucks', 1],
  ['EUR', '€ euro euros', 1.1],
  ['GBP', '£ pound pounds quid pfund pund', 1.3],
  ['DKK', 'kr. kr kroner krone kronen', 0.15],
  ['SEK', 'kronor', 0.1],
  ['NOK', '', 0.1],
  ['CHF', 'SFr. francs franken francos', 1.1],
  ['JPY', '¥ JP¥ 円 yen', 0.007],
  ['CNY', 'CN¥ RMB 元 yuan', 0.14],
  ['INR', '₹ Rs. Rs rupees rupee', 0.012],
  ['THB', '฿ baht', 0.03],
  ['AUD', 'A$ AU$', 0.65],
  ['CAD', 'C$ CA$', 0.72],
  ['NZD', 'NZ$', 0.6],
  ['SGD', 'S$', 0.75],
  ['HKD', 'HK$', 0.13],
  ['BRL', 'R$ reais', 0.18],
  ['MXN', 'MX$ pesos', 0.055],
  ['PLN', 'zł złotych', 0.25],
  ['CZK', 'Kč korun', 0.045],
  ['HUF', 'Ft forint', 0.0028],
  ['RON', 'lei', 0.22],
  ['RUB', '₽ rubles roubles рублей руб', 0.011],
  ['UAH', '₴ hryvnia', 0.024],
  ['TRY', '₺ lira', 0.03],
  ['ILS', '₪ shekels', 0.28],
  ['AED', 'dirhams dirham', 0.27],
  ['SAR', 'riyals', 0.27],
  ['ZAR', 'rand', 0.055],
  ['KES', 'KSh Ksh', 0.0077],
  ['NGN', '₦ naira', 0.00065],
  ['GHS', '₵ cedis', 0.08],
  ['EGP', 'E£', 0.02],
  ['MAD', '', 0.1],
  ['KRW', '₩ won 원', 0.00072],
  ['VND', '₫ dong', 0.00004],
  ['IDR', 'Rp rupiah', 0.00006],
  ['PHP', '₱', 0.017],
  ['MYR', 'RM ringgit', 0.23],
  ['TWD', 'NT$', 0.031],
  ['PKR', '', 0.0036],
  ['BDT', '৳ taka', 0.0083],
  ['LKR', '', 0.0033],
  ['ARS', '', 0.001],
  ['CLP', '', 0.001],
  ['COP', '', 0.00025],
  ['PEN', 'S/', 0.27],
  ['ISK', '', 0.0072],
  ['BGN', 'лв', 0.56],
];

export const currencies: readonly Currency[] = table.map(([code, signs, usdPerUnit]) => ({
  code,
  signs: signs.split(' ').filter((sign) => sign.length > 0),
  usdPerUnit,
}));

const byCode = new Map(currencies.map((currency) => [currency.code, currency]));

export function usdPerUnit(code: string): number {
  return byCode.get(code)?.usdPerUnit ?? 1;
}

export function toUsd(amount: number, code: string): number {
  return amount * usdPerUnit(code);
}

export function fromUsd(amountUsd: number, code: string): number {
  return amountUsd / usdPerUnit(code);
}
