const rounds = 30
const mostSeries = 6
/** Stops further series. */
const clearlyAlike = 1.3

type Call = () => Promise<unknown>

/**
 * How many times slower the slower of two calls is; about 1 where their timing cannot be distinguished. Compares the
 * minimum of each, because load only adds time, while skipped work shows in the minimum as well. Calls alternate, with
 * further series as long as they seem to differ.
 * @param before runs before each call and is not timed
 */
export async function timingRatio(one: Call, other: Call, before: Call = async () => undefined): Promise<number> {
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
