// How many tokens a text has: a rule of thumb with room to spare, until a model's own counts have
// taught a better one.
import { countTokens } from './count-tokens.ts';

const firstRatio = 1.4;
/** A learnt ratio keeps this much room, since one text is not like the next. */
const learntMargin = 1.1;
const leastRatio = 0.5;
const mostRatio = 4;
/** The share of the newest count. */
const newestShare = 0.3;
/** A model that counts less than these shares of what was sent has not read all of it. */
const learntLeastShare = 0.55;
const unknownLeastShare = 0.5;
/** Shorter texts say more about a provider's own wrapping than about its tokens. */
const leastCount = 200;

/** Counting costs a millisecond for some 8,000 characters; longer texts are judged by samples. */
const exactChars = 8_000;
const samples = 8;
const sampleChars = 250;

/** The same text is counted by the stage, for the model and for each try; the system's in each call. */
const worthKeepingChars = 200;
const countedMax = 256;
/** Long ones are prompts: as many as one stage asks at a time. */
const longCountedMax = 32;

/** The newest ones. */
function counting(most: number, count: (text: string) => number): (text: string) => number {
  const counted = new Map<string, number>();
  return (text) => {
    const known = counted.get(text);
    if (known !== undefined) return known;
    const found = count(text);
    if (counted.size >= most) counted.delete(counted.keys().next().value ?? '');
    counted.set(text, found);
    return found;
  };
}

const longCount = counting(longCountedMax, sampledCount);
const usualCount = counting(countedMax, countTokens);

/** The plain count of the rule of thumb, without room. */
function plainCount(text: string): number {
  if (text.length > exactChars) return longCount(text);
  return text.length < worthKeepingChars ? countTokens(text) : usualCount(text);
}

function sampledCount(text: string): number {
  const stride = (text.length - sampleChars) / (samples - 1);
  let found = 0;
  for (let index = 0; index < samples; index += 1) {
    const from = Math.floor(index * stride);
    found += countTokens(text.slice(from, from + sampleChars));
  }
  return Math.ceil((found / (samples * sampleChars)) * text.length);
}

/** For any model, with room to spare. */
export const estimateTokens = (text: string): number => Math.ceil(plainCount(text) * firstRatio);

export interface TokenMeter {
  /** With room to spare. */
  estimate(modelKey: string, text: string): number;
  withRoom(modelKey: string, plainTokens: number): number;
  /** The plain count of the rule of thumb, without room. */
  plain(text: string): number;
  /** The tokens that a model counted for a text. */
  learn(modelKey: string, plainTokens: number, countedTokens: number): void;
  /** The fewest tokens that a model can count for a text that it read whole; 0 if nobody can tell. */
  least(modelKey: string, plainTokens: number): number;
}

export function createTokenMeter(): TokenMeter {
  const learnt = new Map<string, number>();
  const ratio = (modelKey: string): number => {
    const known = learnt.get(modelKey);
    return known === undefined ? firstRatio : known * learntMargin;
  };
  return {
    plain: plainCount,
    withRoom: (modelKey, plainTokens) => Math.ceil(plainTokens * ratio(modelKey)),
    least: (modelKey, plainTokens) => {
      if (plainTokens < leastCount) return 0;
      const known = learnt.get(modelKey);
      const share = known === undefined ? unknownLeastShare : known * learntLeastShare;
      return Math.floor(plainTokens * share);
    },
    estimate: (modelKey, text) => Math.ceil(plainCount(text) * ratio(modelKey)),
    learn(modelKey, plainTokens, countedTokens) {
      if (plainTokens < leastCount || countedTokens <= 0) return;
      const seen = Math.min(mostRatio, Math.max(leastRatio, countedTokens / plainTokens));
      const before = learnt.get(modelKey);
      const next = before === undefined ? seen : before + (seen - before) * newestShare;
      learnt.set(modelKey, next);
    },
  };
}
