import type { Calibration } from '../../calibration.ts'

export * from '../../calibration.ts'

export const calibrated = (_calibration: Calibration, share: number): number => share
