import { describe, expect, it } from 'vitest'
import { calibrated, createCalibration, learnCalibration, capBySupport } from './calibration.ts'

describe('confidence', () => {
  it('learns how often predictions are right', () => {
    let seed = 1
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed / 2_147_483_647
    }
    const calibration = createCalibration()
    for (let i = 0; i < 3000; i++) {
      const share = 0.5 + random() / 2
      // A boastful model: what it calls 90 % is right in 70 %.
      learnCalibration(calibration, share, random() < 0.5 + (share - 0.5) / 2)
    }
    expect(calibrated(calibration, 0.9)).toBeGreaterThan(0.62)
    expect(calibrated(calibration, 0.9)).toBeLessThan(0.78)
    expect(calibrated(calibration, 0.99)).toBeGreaterThan(calibrated(calibration, 0.6))
  })

  it('corrects what Platt scaling cannot: a confidence too high in the middle', () => {
    let seed = 7
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed / 2_147_483_647
    }
    const calibration = createCalibration()
    const errors: number[] = []
    for (let i = 0; i < 6000; i++) {
      const share = random()
      const truth = share > 0.4 && share < 0.6 ? share - 0.15 : share
      if (i >= 3000 && share > 0.45 && share < 0.55) errors.push(calibrated(calibration, share) - truth)
      learnCalibration(calibration, share, random() < truth)
    }
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length
    expect(Math.abs(mean)).toBeLessThan(0.06)
  })

  it('stays below 1 however often it was right', () => {
    const calibration = createCalibration()
    for (let i = 0; i < 5000; i++) learnCalibration(calibration, 1, true)
    expect(calibrated(calibration, 1)).toBeGreaterThan(0.99)
    expect(calibrated(calibration, 1)).toBeLessThan(1)
  })

  it('gives at most 0.5 without support for the folder', () => {
    expect(capBySupport(1, 0)).toBe(0.5)
    expect(capBySupport(1, 5)).toBeGreaterThan(0.99)
    expect(capBySupport(0.3, 5)).toBe(0.3)
  })
})
