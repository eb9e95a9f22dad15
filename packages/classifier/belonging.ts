/**
 * Probability that a message belongs in the likeliest folder at all, and not in none of the folders. A share among
 * known folders cannot tell: it only says which folder is the least unlikely. A logistic regression on facts about the
 * folder itself: whether it has messages of this sender, domain and recipients, and whether its words and its
 * description match.
 *
 * A learned message is two examples: its own folder, where that is the likeliest one, and the next likely folder as if
 * its own did not exist (leave one class out; open-set recognition, Scheirer et al., 2013). A message that belongs in
 * another folder than the likeliest one does not show that messages belong in none.
 */
export interface Belonging {
  weights: Float64Array
  slopes: Float64Array
}

/**
 * Bias, then share, sender, domain, people, recipients, words, description, description in subject and sender, topic.
 */
const INITIAL_WEIGHTS = Float64Array.of(-1.78, 0.59, 0.1, 0.1, 0.12, 0.06, 0.1, 0.72, -0.31, 0.35)
const BELONGING_FEATURES = INITIAL_WEIGHTS.length
const RATE = 0.1
const INITIAL_SLOPE = 4
const REGULARISATION = 0.002
/** Assumed share of messages that belong in no folder. */
const NONE_SHARE = 0.08
/** Probability from which the confidence is not lowered. */
const CERTAIN = 0.6

export function createBelonging(): Belonging {
  return { weights: INITIAL_WEIGHTS.slice(), slopes: new Float64Array(BELONGING_FEATURES).fill(INITIAL_SLOPE) }
}

function belongs({ weights }: Belonging, features: Float64Array): number {
  const z = features.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0)
  return 1 / (1 + Math.exp(-z))
}

/** Lowers the confidence of a message that probably belongs in no folder. */
export function capByBelonging(belonging: Belonging, confidence: number, features: Float64Array): number {
  const probability = belongs(belonging, features)
  return probability >= CERTAIN ? confidence : Math.min(confidence, probability)
}

export function learnBelonging(belonging: Belonging, features: Float64Array, right: boolean, weight = 1): void {
  const { weights, slopes } = belonging
  const error = weight * ((right ? 1 : 0) - belongs(belonging, features))
  for (let i = 0; i < BELONGING_FEATURES; i++) {
    const slope = error * (features[i] ?? 0)
    slopes[i] = (slopes[i] ?? 0) + slope * slope
    const pulled = REGULARISATION * ((INITIAL_WEIGHTS[i] ?? 0) - (weights[i] ?? 0))
    weights[i] = (weights[i] ?? 0) + (RATE * slope) / Math.sqrt(slopes[i] ?? 1) + pulled
  }
}

/** Weight of an example without the message's own folder, so that `NONE_SHARE` of all examples belong in none. */
export const LEFT_OUT_WEIGHT = NONE_SHARE / (1 - NONE_SHARE)
