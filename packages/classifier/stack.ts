/**
 * The last word: a conditional logit over what each expert says of each folder. One weight an expert, shared by all folders, so that it also
 * holds for a folder made a minute ago; learned online from opinions given before the right folder was known. The starting weights are what
 * real mailboxes tended to; they carry the first days.
 */
const START_WEIGHTS = Float64Array.of(0.15, 0.5, 0.1, 0.6, 0.3, 0.3, 0.6, 0.3, 0.2, 0.5, 1.25, 0.2, 1)
export const EXPERT_COUNT = START_WEIGHTS.length

/** Where each expert's starting weight stands, and where its opinions begin in a matrix of n folders, in units of n. */
export const EXPERT_AT = {
  words: 0,
  contrast: 1,
  traits: 2,
  softmax: 3,
  latest: 4,
  sender: 5,
  list: 6,
  lastThread: 7,
  recent: 8,
  terms: 9,
  termsEarly: 10,
  concepts: 11,
  conceptsEarly: 12,
}

const RATE = 0.1
const FIRST_SLOPE = 1
/** Each mail pulls the weights back towards the start by this share. */
const PULL = 0.001

/** The same for how far a folder leans. */
const LEAN_RATE = 0.1
export const FIRST_LEAN_SLOPE = 4
const LEAN_FADE = 0.002
const SMALLEST_ERROR = 0.002

export interface Stack {
  theta: Float64Array
  slopes: Float64Array
}

/** A folder that comes oftener (or less often) than the experts expect leans up (or down); see state.ts. */
export interface Leaning {
  lean: number
  leanSlope: number
}

export function createStack(): Stack {
  return { theta: START_WEIGHTS.slice(), slopes: new Float64Array(EXPERT_COUNT).fill(FIRST_SLOPE) }
}

/** Probabilities of folders from the experts' opinions (one row an expert) and how far each folder leans. */
export function combine(theta: Float64Array, opinions: Float64Array, leans: Float64Array): Float64Array {
  const n = leans.length
  const out = leans.slice()
  for (let j = 0; j < EXPERT_COUNT; j++) {
    const weight = theta[j] ?? 0
    if (weight === 0) continue
    for (let k = 0; k < n; k++) out[k] = (out[k] ?? 0) + weight * (opinions[j * n + k] ?? 0)
  }
  let top = -Infinity
  for (let k = 0; k < n; k++) top = Math.max(top, out[k] ?? 0)
  let sum = 0
  for (let k = 0; k < n; k++) {
    const share = Math.exp((out[k] ?? 0) - top)
    out[k] = share
    sum += share
  }
  for (let k = 0; k < n; k++) out[k] = (out[k] ?? 0) / sum
  return out
}

/** Weights never become negative: an expert may be ignored, not contradicted, or learning a mail could count against its own folder. */
export function learnStack(stack: Stack, opinions: Float64Array, shares: Float64Array, target: number): void {
  const n = shares.length
  for (let j = 0; j < EXPERT_COUNT; j++) {
    let slope = opinions[j * n + target] ?? 0
    for (let k = 0; k < n; k++) slope -= (shares[k] ?? 0) * (opinions[j * n + k] ?? 0)
    const steepness = (stack.slopes[j] ?? 0) + slope * slope
    stack.slopes[j] = steepness
    const old = stack.theta[j] ?? 0
    const pulled = PULL * ((START_WEIGHTS[j] ?? 0) - old)
    stack.theta[j] = Math.max(0, old + (RATE * slope) / Math.sqrt(steepness) + pulled)
  }
}

export function learnLeans(folders: readonly Leaning[], shares: Float64Array, target: number): void {
  folders.forEach((folder, k) => {
    const error = (k === target ? 1 : 0) - (shares[k] ?? 0)
    if (Math.abs(error) < SMALLEST_ERROR) return
    folder.leanSlope += error * error
    folder.lean += (LEAN_RATE * error) / Math.sqrt(folder.leanSlope) - LEAN_FADE * folder.lean
  })
}
