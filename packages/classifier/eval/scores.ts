/** One scored prediction. */
export interface Outcome {
  truth: string
  /** Folder ids, most likely first. */
  ranked: string[]
  confidence: number
}

const BINS = 15
const AUTO_PRECISION = 0.95

function isRight(outcome: Outcome): boolean {
  return outcome.ranked[0] === outcome.truth
}

function share(hits: number, of: number): number | null {
  return of === 0 ? null : hits / of
}

export function accuracy(outcomes: readonly Outcome[]): number | null {
  return share(outcomes.filter(isRight).length, outcomes.length)
}

export function topShare(outcomes: readonly Outcome[], places: number): number | null {
  return share(outcomes.filter(({ ranked, truth }) => ranked.slice(0, places).includes(truth)).length, outcomes.length)
}

/** Mean F1 over the true folders of the scored messages. */
export function macroF1(outcomes: readonly Outcome[]): number | null {
  const folders = new Set(outcomes.map(({ truth }) => truth))
  let sum = 0
  for (const folder of folders) {
    const hits = outcomes.filter((one) => one.truth === folder && isRight(one)).length
    const belong = outcomes.filter(({ truth }) => truth === folder).length
    const chosen = outcomes.filter(({ ranked }) => ranked[0] === folder).length
    sum += (2 * hits) / (belong + chosen)
  }
  return share(sum, folders.size)
}

/** Expected calibration error over equal-width confidence bins: the weighted gap between confidence and accuracy. */
export function calibrationError(outcomes: readonly Outcome[]): number | null {
  const bins = Array.from({ length: BINS }, () => ({ confidence: 0, hits: 0 }))
  for (const outcome of outcomes) {
    const bin = bins[Math.min(BINS - 1, Math.floor(outcome.confidence * BINS))]
    if (!bin) continue
    bin.confidence += outcome.confidence
    bin.hits += isRight(outcome) ? 1 : 0
  }
  return share(
    bins.reduce((sum, { confidence, hits }) => sum + Math.abs(confidence - hits), 0),
    outcomes.length,
  )
}

function surestFirst(outcomes: readonly Outcome[]): Outcome[] {
  return [...outcomes].sort((a, b) => b.confidence - a.confidence)
}

/** Accuracy on the given share of the messages with the highest confidence. */
export function accuracyAt(outcomes: readonly Outcome[], coverage: number): number | null {
  return accuracy(surestFirst(outcomes).slice(0, Math.round(outcomes.length * coverage)))
}

/** The largest share of messages, most confident first, that can be moved automatically at 95 % precision. */
export function autoShare(outcomes: readonly Outcome[]): number | null {
  let hits = 0
  let most = 0
  surestFirst(outcomes).forEach((outcome, i) => {
    if (isRight(outcome)) hits++
    if (hits / (i + 1) >= AUTO_PRECISION) most = i + 1
  })
  return share(most, outcomes.length)
}
