// A phase has its number already: one that stands before its name once more is left out, with the word
// around it in whichever language.

const marks = '[.:：、)\\-–—]+';

/** “Phase 2: Build” and “2. Build” are “Build”; “2 ovens” stays, as does a name that is but a number. */
export function plainPhaseName(name: string, id: string): string {
  const label = `\\p{L}*\\s*${id}\\s*\\p{Script=Han}{0,3}\\s*`;
  const before = new RegExp(`^${label}${marks}(?!\\d)\\s*(?=\\S)`, 'u');
  return name.trim().replace(before, '').replace(before, '');
}
