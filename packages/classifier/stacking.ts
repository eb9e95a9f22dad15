/**
 * Combines the experts: a conditional logit over their scores, with one weight per expert shared by all folders, so
 * that it also holds for a new folder. Trained online on predictions made before the correct folder was known. The
 * initial weights come from real mailboxes and carry the first days.
 */
const INITIAL_WEIGHTS = Float64Array.of(0.15, 0.5, 0.1, 0.6, 0.3, 0.3, 0.6, 0.3, 0.2, 0.5, 1.25, 0.2, 1, 1)
export const EXPERT_COUNT = INITIAL_WEIGHTS.length

/** Index of each expert's weight, and of its row in the score matrix in units of the number of folders. */
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
  kind: 13,
}

const RATE = 0.1
const INITIAL_SLOPE = 1
/** Share by which each message pulls the weights back to the initial ones. */
const REGULARISATION = 0.001

/** The same for the bias of a folder. */
const BIAS_RATE = 0.1
export const INITIAL_BIAS_SLOPE = 4
const BIAS_DECAY = 0.002
const MIN_ERROR = 0.002

export interface Stack {
  theta: Float64Array
  slopes: Float64Array
}

/** A folder that is more frequent than the experts predict has a positive bias; see model-state.ts. */
interface FolderBias {
  bias: number
  biasSlope: number
}

export function createStack(): Stack {
  return { theta: INITIAL_WEIGHTS.slice(), slopes: new Float64Array(EXPERT_COUNT).fill(INITIAL_SLOPE) }
}

/** Probabilities of the folders from expert scores (one row per expert) and folder biases. */
export function combine(theta: Float64Array, experts: Float64Array, leans: Float64Array): Float64Array {
  const n = leans.length
  const out = leans.slice()
  for (let j = 0; j < EXPERT_COUNT; j++) {
    const weight = theta[j] ?? 0
    if (weight === 0) continue
    for (let k = 0; k < n; k++) out[k] = (out[k] ?? 0) + weight * (experts[j * n + k] ?? 0)
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

/**
 * Weights stay non-negative: an expert can be ignored but not inverted, or learning a message could count against its
 * own folder.
 */
export function learnStack(stack: Stack, experts: Float64Array, shares: Float64Array, target: number): void {
  const n = shares.length
  for (let j = 0; j < EXPERT_COUNT; j++) {
    let slope = experts[j * n + target] ?? 0
    for (let k = 0; k < n; k++) slope -= (shares[k] ?? 0) * (experts[j * n + k] ?? 0)
    const steepness = (stack.slopes[j] ?? 0) + slope * slope
    stack.slopes[j] = steepness
    const old = stack.theta[j] ?? 0
    const pulled = REGULARISATION * ((INITIAL_WEIGHTS[j] ?? 0) - old)
    stack.theta[j] = Math.max(0, old + (RATE * slope) / Math.sqrt(steepness) + pulled)
  }
}

export function learnBiases(folders: readonly FolderBias[], shares: Float64Array, target: number): void {
  folders.forEach((folder, k) => {
    const error = (k === target ? 1 : 0) - (shares[k] ?? 0)
    if (Math.abs(error) < MIN_ERROR) return
    folder.biasSlope += error * error
    folder.bias += (BIAS_RATE * error) / Math.sqrt(folder.biasSlope) - BIAS_DECAY * folder.bias
  })
}
