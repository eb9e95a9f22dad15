/**
 * Like `Promise.all`, but waits until all have settled: no task is still running when the caller handles the first
 * error.
 */
export async function allSettledOrThrow<T>(work: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work)
  return Promise.all(work)
}
