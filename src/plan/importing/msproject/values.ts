// Values of MS Project XML. Whatever is not of the wished kind is not there.
import { textIn, type XmlElement } from '../../../base/xml.ts';
import { dayOfIsoDate } from '../../../schedule/time/civil.ts';

export function numberIn(element: XmlElement | undefined, tag: string): number | undefined {
  const text = textIn(element, tag);
  if (!/^[+-]?\d{1,15}(\.\d{1,15})?([eE][+-]?\d{1,2})?$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

export const isSet = (element: XmlElement | undefined, tag: string): boolean =>
  /^(?:1|true)$/i.test(textIn(element, tag));

/** Minutes of PT8H30M0S; days in it are of 24 hours. */
export function minutesIn(text: string): number | undefined {
  const found =
    /^(-?)P(?:(\d{1,7})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})(?:\.\d{1,9})?S)?)?$/.exec(
      text.trim(),
    );
  if (!found || text.trim().length < 3) return undefined;
  const [, sign, days = '0', hours = '0', minutes = '0', seconds = '0'] = found;
  const sum =
    Number(days) * 1440 + Number(hours) * 60 + Number(minutes) + Math.round(Number(seconds) / 60);
  return sign === '-' ? -sum : sum;
}

/** YYYY-MM-DDTHH:MM; the format has no zones. */
export function timeIn(element: XmlElement | undefined, tag: string): string | undefined {
  const [, date, clock] =
    /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))T((?:[01]\d|2[0-3]):[0-5]\d)/.exec(
      textIn(element, tag),
    ) ?? [];
  if (date === undefined || clock === undefined) return undefined;
  return dayOfIsoDate(date) === null || isFar(date) ? undefined : `${date}T${clock}`;
}

/** How some tools say that there is no date. */
const isFar = (text: string): boolean => /^\d{4}-/.test(text) && (text < '1984' || text >= '2150');

/** Something is written there that is no date, such as the 31st of February. */
export function isBadTime(element: XmlElement | undefined, tag: string): boolean {
  const text = textIn(element, tag);
  if (/^(?:NA)?$/i.test(text) || isFar(text)) return false;
  return timeIn(element, tag) === undefined;
}

export const hoursOf = (minutes: number): number => Math.round((minutes / 60) * 1e4) / 1e4;
