/**
 * Calibrates confidence online, so that of the messages predicted with 0.8 eight in ten are right. Platt scaling, then
 * piecewise linear corrections (`bends`) at equal distances from 0 to 1. The corrections follow recent predictions at a
 * constant rate, so that an error at one confidence level does not last.
 */
export interface Calibration {
  gain: number
  shift: number
  gainSlope: number
  shiftSlope: number
  bends: Float64Array
}

/**
 * By how much a folder's predictions differ from those of the mailbox, as log odds, and the sum of squared errors. So
 * errors in one folder lower its confidence more than that of the others.
 */
export interface FolderShift {
  confidenceShift: number
  confidenceShiftSlope: number
}

const RATE = 0.2
/** Share by which each prediction of a folder pulls its shift back to that of the mailbox. */
const FOLDER_DECAY = 0.002
const MIN_GAIN = 0.2
const EDGE = 1e-4
const SEGMENTS = 6
const CORRECTION_RATE = 0.01
const MAX_CORRECTION = 0.1

export function createCalibration(): Calibration {
  return { gain: 1, shift: 0, gainSlope: 1, shiftSlope: 1, bends: new Float64Array(SEGMENTS + 1) }
}

export function createFolderShift(): FolderShift {
  return { confidenceShift: 0, confidenceShiftSlope: 1 }
}

function logit(p: number): number {
  const inside = Math.min(1 - EDGE, Math.max(EDGE, p))
  return Math.log(inside / (1 - inside))
}

/**
 * Caps a probability by the evidence for the folder itself. A share among the user's folders says nothing about a
 * message that belongs in none of them; without support (a known sender, matching words) even the only folder gets at
 * most 0.5.
 */
export function capBySupport(share: number, support: number): number {
  return Math.min(share, 1 - 0.5 * Math.exp(-Math.max(0, support)))
}

function plattScaled({ gain, shift }: Calibration, p: number, folderShift: number): number {
  return 1 / (1 + Math.exp(-(gain * logit(p) + shift + folderShift)))
}

/** The correction below a value, and the fraction of the way to the next one. */
function segmentOf(value: number): { below: number; way: number } {
  const below = Math.min(SEGMENTS - 1, Math.floor(value * SEGMENTS))
  return { below, way: value * SEGMENTS - below }
}

/** Stays below 1, so that a threshold of 1 files nothing. */
function corrected({ bends }: Calibration, value: number): number {
  const { below, way } = segmentOf(value)
  const correction = (1 - way) * (bends[below] ?? 0) + way * (bends[below + 1] ?? 0)
  return Math.min(1 - EDGE, Math.max(0, value + correction))
}

/** @param folderShift of the predicted folder, 0 where it has no messages yet */
export function calibrated(calibration: Calibration, p: number, folderShift = 0): number {
  return corrected(calibration, plattScaled(calibration, p, folderShift))
}

/** @param folder the predicted one */
export function learnCalibration(calibration: Calibration, folder: FolderShift, p: number, right: boolean): void {
  const x = logit(p)
  const value = plattScaled(calibration, p, folder.confidenceShift)
  const left = (right ? 1 : 0) - corrected(calibration, value)
  const error = (right ? 1 : 0) - value
  calibration.gainSlope += (error * x) ** 2
  calibration.shiftSlope += error ** 2
  calibration.gain = Math.max(MIN_GAIN, calibration.gain + (RATE * error * x) / Math.sqrt(calibration.gainSlope))
  calibration.shift += (RATE * error) / Math.sqrt(calibration.shiftSlope)
  folder.confidenceShiftSlope += error ** 2
  folder.confidenceShift +=
    (RATE * error) / Math.sqrt(folder.confidenceShiftSlope) - FOLDER_DECAY * folder.confidenceShift
  const { below, way } = segmentOf(value)
  adjustCorrection(calibration, below, (1 - way) * left)
  adjustCorrection(calibration, below + 1, way * left)
}

function adjustCorrection({ bends }: Calibration, at: number, error: number): void {
  bends[at] = Math.min(MAX_CORRECTION, Math.max(-MAX_CORRECTION, (bends[at] ?? 0) + CORRECTION_RATE * error))
}
