// Is this text at all, in any language? Latin words are judged by how vowels and consonants mix and by
// keyboard rows; other scripts by having enough letters.
import { words } from './text.ts';

const KEY_ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'yxcvbnm', 'azertyuiop'];

/** Short forms without a vowel that people write after a number. */
const MEASURES = new Set([
  'kg',
  'km',
  'cm',
  'mm',
  'lb',
  'lbs',
  'ft',
  'hr',
  'hrs',
  'mb',
  'gb',
  'tb',
]);

export function looksLikeWord(word: string): boolean {
  if (MEASURES.has(word)) return true;
  if (!/^[\p{Script=Latin}\p{M}'’-]+$/u.test(word)) return /\p{L}/u.test(word);
  const bare = word
    .normalize('NFD')
    .replace(/[^a-zA-Zøæœßłđ]/gu, '')
    .toLowerCase();
  if (bare.length < 2) return /^[aioyeu]$/.test(bare);
  if (/(.)\1\1/.test(bare) || onOneRow(bare)) return false;
  if (bare.length <= 3) return /[aeiouyøæœ]/.test(bare) || word === word.toUpperCase();
  return /[aeiouyøæœ]/.test(bare) && !/[^aeiouyøæœ]{6}/.test(bare) && !/[aeiou]{5}/.test(bare);
}

/** Three or more neighboring keys, forward or backward: "asd", "xcv". */
function onOneRow(word: string): boolean {
  if (word.length < 3) return false;
  const reversed = [...word].reverse().join('');
  return KEY_ROWS.some((row) => row.includes(word) || row.includes(reversed));
}

export function shareOfWords(goal: string): number {
  const all = words(goal).filter((word) => /\p{L}/u.test(word));
  if (all.length === 0) return 0;
  return all.filter(looksLikeWord).length / all.length;
}
