const rounds = 30
const series = 3
/** Needs no further series. */
const clearlyAlike = 1.3

type Call = () => Promise<unknown>

/**
 * How many times slower the slower of two calls is, by their medians: 1 where time does not tell them apart. A ratio, since both get
 * slower alike on a busy machine; taken in turns, and the best of three series, since work that is left out shows in each.
 * @param before runs before each of the two, outside the time that is taken
 */
export async function slower(one: Call, other: Call, before: Call = async () => undefined): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < series && least > clearlyAlike; i++) least = Math.min(least, await measure(one, other, before))
  return least
}

async function measure(one: Call, other: Call, before: Call): Promise<number> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    await before()
    times[0].push(await timed(one))
    await before()
    times[1].push(await timed(other))
  }
  const [a, b] = times.map(median)
  return a === undefined || b === undefined ? Number.NaN : Math.max(a / b, b / a)
}

async function timed(call: Call): Promise<number> {
  const began = performance.now()
  await call()
  return performance.now() - began
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length / 2] ?? Number.NaN
