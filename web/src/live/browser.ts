// The real surroundings of a live stream.
import type { Surroundings } from './live-stream.ts';

export const browser: Surroundings = {
  openSource: (url) => new EventSource(url),
  setTimer: (run, delayMs) => setTimeout(run, delayMs),
  clearTimer: (timer) => clearTimeout(timer as number | undefined),
  random: () => Math.random(),
  isHidden: () => document.visibilityState === 'hidden',
  onVisibility: (run) => {
    document.addEventListener('visibilitychange', run);
    return () => document.removeEventListener('visibilitychange', run);
  },
};
