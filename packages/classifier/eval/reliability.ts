import type { JudgedFiling } from './filing.ts'

/** Messages with a confidence in one tenth of the scale. */
interface Decile {
  count: number
  /** Mean stated confidence, and share that was right. */
  confidence: number
  right: number
}

/** The tenths of the scale that contain messages, lowest first. */
export function decilesOf(filings: readonly Omit<JudgedFiling, 'isFiled'>[]): Decile[] {
  const deciles = Array.from({ length: 10 }, () => ({ count: 0, confidence: 0, right: 0 }))
  for (const { confidence, folder, truth } of filings) {
    const decile = deciles[Math.min(9, Math.floor(10 * confidence))]
    if (!decile) continue
    decile.count++
    decile.confidence += confidence
    if (folder === truth) decile.right++
  }
  return deciles
    .filter(({ count }) => count > 0)
    .map(({ count, confidence, right }) => ({ count, confidence: confidence / count, right: right / count }))
}

/** A point of the curve of precision against coverage. */
interface CoveragePoint {
  coverage: number
  precision: number
}

/** Precision of the most confident messages, for each share of all messages in steps of one percent. */
export function coverageCurve(filings: readonly Omit<JudgedFiling, 'isFiled'>[]): CoveragePoint[] {
  const surest = [...filings].sort((a, b) => b.confidence - a.confidence)
  const points: CoveragePoint[] = []
  let right = 0
  surest.forEach(({ folder, truth }, i) => {
    if (folder === truth) right++
    const step = Math.floor((100 * (i + 1)) / surest.length)
    if (step > Math.floor((100 * i) / surest.length))
      points.push({ coverage: (i + 1) / surest.length, precision: right / (i + 1) })
  })
  return points
}
