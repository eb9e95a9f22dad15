/** Conditional logit over what each expert says of each folder: one weight an expert, learned online, shared by all folders. */
export const EXPERTS = [
  'words', 'traits', 'softmax', 'sender', 'domain', 'list', 'thread', 'circle', 'pattern',
  'lastThread', 'lastSender', 'usual', 'recent', 'profile', 'profileEarly',
] as const
export const EXPERT_COUNT = EXPERTS.length

const START: Record<(typeof EXPERTS)[number], number> = {
  words: 0.3, traits: 0.3, softmax: 0.6, sender: 0.2, domain: 0.1, list: 0.3, thread: 0.3, circle: 0.1, pattern: 0.2,
  lastThread: 0.5, lastSender: 0.2, usual: 0.1, recent: 0.2, profile: 0.5, profileEarly: 1,
}
export const STACK = { rate: 0.05, start: 1, pull: 0.0005 }

export interface Stack {
  theta: Float64Array
  slopes: Float64Array
  /** Platt scaling of the winner's log odds: sure = sigmoid(gain · logit + shift). */
  gain: number
  shift: number
  gainSlope: number
  shiftSlope: number
}

export function createStack(): Stack {
  return {
    theta: Float64Array.from(EXPERTS, (name) => START[name]),
    slopes: new Float64Array(EXPERT_COUNT),
    gain: 1,
    shift: 0,
    gainSlope: 1,
    shiftSlope: 1,
  }
}

/** Probabilities of n folders from the experts' matrix (expert-major). */
export function combine(theta: Float64Array, opinions: Float64Array, n: number): Float64Array {
  const out = new Float64Array(n)
  for (let j = 0; j < EXPERT_COUNT; j++) {
    const t = theta[j] ?? 0
    for (let k = 0; k < n; k++) out[k] = (out[k] ?? 0) + t * (opinions[j * n + k] ?? 0)
  }
  let top = -Infinity
  for (const v of out) top = Math.max(top, v)
  let sum = 0
  for (let k = 0; k < n; k++) {
    out[k] = Math.exp((out[k] ?? 0) - top)
    sum += out[k] ?? 0
  }
  for (let k = 0; k < n; k++) out[k] = (out[k] ?? 0) / sum
  return out
}

export function learnStack(stack: Stack, opinions: Float64Array, shares: Float64Array, target: number): void {
  const n = shares.length
  for (let j = 0; j < EXPERT_COUNT; j++) {
    let slope = opinions[j * n + target] ?? 0
    for (let k = 0; k < n; k++) slope -= (shares[k] ?? 0) * (opinions[j * n + k] ?? 0)
    stack.slopes[j] = (stack.slopes[j] ?? 0) + slope * slope
    const old = stack.theta[j] ?? 0
    const name = EXPERTS[j] ?? 'words'
    const next = old + (STACK.rate * slope) / Math.sqrt(STACK.start + (stack.slopes[j] ?? 0)) + STACK.pull * (START[name] - old)
    stack.theta[j] = Math.max(0, next)
  }
}

const CALIBRATION_RATE = 0.1

export function logit(p: number): number {
  const safe = Math.min(1 - 1e-6, Math.max(1e-6, p))
  return Math.log(safe / (1 - safe))
}

export function calibrated(stack: Stack, p: number): number {
  return 1 / (1 + Math.exp(-(stack.gain * logit(p) + stack.shift)))
}

export function learnCalibration(stack: Stack, p: number, right: boolean): void {
  const x = logit(p)
  const error = (right ? 1 : 0) - calibrated(stack, p)
  stack.gainSlope += (error * x) ** 2
  stack.shiftSlope += error ** 2
  stack.gain = Math.max(0.2, stack.gain + (CALIBRATION_RATE * error * x) / Math.sqrt(stack.gainSlope))
  stack.shift += (CALIBRATION_RATE * error) / Math.sqrt(stack.shiftSlope)
}
