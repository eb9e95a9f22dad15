const rounds = 30
const mostSeries = 6
/** Needs no further series. */
const clearlyAlike = 1.3

type Call = () => Promise<unknown>

/**
 * How many times slower the slower of two calls is: 1 where time does not tell them apart. The least time of each
 * counts, since a busy machine
 * only ever adds to what a call takes; work that is left out shows in the least as well. Taken in turns, and in further
 * series as long
 * as the two look different.
 * @param before runs before each of the two, outside the time that is taken
 */
export async function slower(one: Call, other: Call, before: Call = async () => undefined): Promise<number> {
  let [a, b] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  let ratio = Number.POSITIVE_INFINITY
  for (let i = 0; i < mostSeries && ratio > clearlyAlike; i++) {
    for (let round = 0; round < rounds; round++) {
      await before()
      a = Math.min(a, await timed(one))
      await before()
      b = Math.min(b, await timed(other))
    }
    ratio = Math.max(a / b, b / a)
  }
  return ratio
}

async function timed(call: Call): Promise<number> {
  const began = performance.now()
  await call()
  return performance.now() - began
}
