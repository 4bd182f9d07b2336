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
