/** Platt scaling, learned online: of the mails answered with confidence 0.8, eight in ten shall be right. */
export interface Calibration {
  gain: number
  shift: number
  gainSlope: number
  shiftSlope: number
}

const RATE = 0.2
const LEAST_GAIN = 0.2
const EDGE = 1e-4

export function createCalibration(): Calibration {
  return { gain: 1, shift: 0, gainSlope: 1, shiftSlope: 1 }
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

export function calibrated(calibration: Calibration, p: number): number {
  return 1 / (1 + Math.exp(-(calibration.gain * logit(p) + calibration.shift)))
}

export function learnCalibration(calibration: Calibration, p: number, right: boolean): void {
  const x = logit(p)
  const error = (right ? 1 : 0) - calibrated(calibration, p)
  calibration.gainSlope += (error * x) ** 2
  calibration.shiftSlope += error ** 2
  calibration.gain = Math.max(LEAST_GAIN, calibration.gain + (RATE * error * x) / Math.sqrt(calibration.gainSlope))
  calibration.shift += (RATE * error) / Math.sqrt(calibration.shiftSlope)
}
