// Two engines that collide on a run step out of each other's way.

const longestMs = 40;

/** Before such an attempt; the first tries go at once. */
export async function stepAside(attempt: number): Promise<void> {
  if (attempt < 2) return;
  const pauseMs = Math.random() * Math.min(longestMs, 2 ** attempt);
  await new Promise((resolve) => {
    setTimeout(resolve, pauseMs);
  });
}
