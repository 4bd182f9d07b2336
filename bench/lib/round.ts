// Figures with the digits that a measurement can carry.

export const toDigits = (value: number, digits = 3): number => Number(value.toPrecision(digits));

export const toTenths = (value: number): number => Math.round(value * 10) / 10;
