// Money and hours on the screen.

export function formatMoney(value: number, currency: string): string {
  return moneyFormat(currency, value).format(value);
}

export function formatMoneyRange(low: number, high: number, currency: string): string {
  return moneyFormat(currency, high).formatRange(low, high);
}

/** Large sums are shortened: the plan holds the exact ones. */
function moneyFormat(currency: string, largest: number): Intl.NumberFormat {
  const large = largest >= 100_000;
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    notation: large ? 'compact' : 'standard',
    maximumFractionDigits: large ? 1 : 0,
    minimumFractionDigits: 0,
  });
}

export function formatHours(hours: number): string {
  const rounded = hours >= 10 ? Math.round(hours) : Math.round(hours * 10) / 10;
  return `${rounded.toLocaleString('en')} h`;
}

/** An assumption's number with its unit; a plain percent sign sticks to its number. */
export function formatQuantity(value: number, unit: string): string {
  const number = value.toLocaleString('en', { maximumFractionDigits: 2 });
  if (unit === '%' || unit === 'percent') return `${number}%`;
  return `${number} ${unit}`;
}

/** What models cost is often less than a cent. */
export function formatUsd(usd: number): string {
  const digits = usd !== 0 && Math.abs(usd) < 0.1 ? 4 : 2;
  return `$${usd.toFixed(digits)}`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const large = bytes >= 1e6;
  return `${(bytes / (large ? 1e6 : 1e3)).toFixed(large ? 1 : 0)} ${large ? 'MB' : 'kB'}`;
}

export const formatShare = (share: number): string => `${Math.round(share * 100)}%`;
