/** Like `Promise.all`, but ends only when all have ended: nothing goes on behind the back of whoever handles the first error. */
export async function allOf<T>(work: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work)
  return Promise.all(work)
}
