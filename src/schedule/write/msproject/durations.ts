// Lengths as MS Project writes them, in hours and minutes.
export const durationText = (minutes: number): string =>
  `PT${Math.floor(minutes / 60)}H${minutes % 60}M0S`;
