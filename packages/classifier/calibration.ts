/**
 * Platt scaling, learned online: of the mails answered with confidence 0.8, eight in ten shall be right. What a straight line cannot mend is
 * mended by `bends`, corrections at equal distances from 0 to 1 with straight lines between them. They follow what was answered last at a
 * constant pace, so that an error at some confidence cannot last.
 */
export interface Calibration {
  gain: number
  shift: number
  gainSlope: number
  shiftSlope: number
  bends: Float64Array
}

const RATE = 0.2
const LEAST_GAIN = 0.2
const EDGE = 1e-4
const BENDS = 6
const BEND_RATE = 0.01
const MOST_BENT = 0.1

export function createCalibration(): Calibration {
  return { gain: 1, shift: 0, gainSlope: 1, shiftSlope: 1, bends: new Float64Array(BENDS + 1) }
}

function logit(p: number): number {
  const inside = Math.min(1 - EDGE, Math.max(EDGE, p))
  return Math.log(inside / (1 - inside))
}

/**
 * A share among the user's folders says nothing about mail that belongs in none of them. `support` is what speaks for the winner by itself (known
 * sender, matching words); without any, not even the only folder there is gets more than an even chance.
 */
export function supported(share: number, support: number): number {
  return Math.min(share, 1 - 0.5 * Math.exp(-Math.max(0, support)))
}

function straight({ gain, shift }: Calibration, p: number): number {
  return 1 / (1 + Math.exp(-(gain * logit(p) + shift)))
}

/** Where a value lies among the bends: the one below it, and how far on the way to the next. */
function between(value: number): { below: number; way: number } {
  const below = Math.min(BENDS - 1, Math.floor(value * BENDS))
  return { below, way: value * BENDS - below }
}

/** Never quite 1: whoever wants certainty before a mail is filed shall not get a guess. */
function bent({ bends }: Calibration, value: number): number {
  const { below, way } = between(value)
  const correction = (1 - way) * (bends[below] ?? 0) + way * (bends[below + 1] ?? 0)
  return Math.min(1 - EDGE, Math.max(0, value + correction))
}

export function calibrated(calibration: Calibration, p: number): number {
  return bent(calibration, straight(calibration, p))
}

export function learnCalibration(calibration: Calibration, p: number, right: boolean): void {
  const x = logit(p)
  const value = straight(calibration, p)
  const left = (right ? 1 : 0) - bent(calibration, value)
  const error = (right ? 1 : 0) - value
  calibration.gainSlope += (error * x) ** 2
  calibration.shiftSlope += error ** 2
  calibration.gain = Math.max(LEAST_GAIN, calibration.gain + (RATE * error * x) / Math.sqrt(calibration.gainSlope))
  calibration.shift += (RATE * error) / Math.sqrt(calibration.shiftSlope)
  const { below, way } = between(value)
  bend(calibration, below, (1 - way) * left)
  bend(calibration, below + 1, way * left)
}

function bend({ bends }: Calibration, at: number, error: number): void {
  bends[at] = Math.min(MOST_BENT, Math.max(-MOST_BENT, (bends[at] ?? 0) + BEND_RATE * error))
}
