import { describe, expect, it } from 'vitest'
import { calibrated, createCalibration, createFolderShift, learnCalibration, capBySupport } from './calibration.ts'

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
      learnCalibration(calibration, createFolderShift(), share, random() < 0.5 + (share - 0.5) / 2)
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
    const [calibration, folder] = [createCalibration(), createFolderShift()]
    const errors: number[] = []
    for (let i = 0; i < 6000; i++) {
      const share = random()
      const truth = share > 0.4 && share < 0.6 ? share - 0.15 : share
      if (i >= 3000 && share > 0.45 && share < 0.55) {
        errors.push(calibrated(calibration, share, folder.confidenceShift) - truth)
      }
      learnCalibration(calibration, folder, share, random() < truth)
    }
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length
    expect(Math.abs(mean)).toBeLessThan(0.06)
  })

  it('stays below 1 however often it was right', () => {
    const [calibration, folder] = [createCalibration(), createFolderShift()]
    for (let i = 0; i < 5000; i++) learnCalibration(calibration, folder, 1, true)
    expect(calibrated(calibration, 1, folder.confidenceShift)).toBeGreaterThan(0.99)
    expect(calibrated(calibration, 1, folder.confidenceShift)).toBeLessThan(1)
  })

  it('learns that one folder is right less often than another', () => {
    const calibration = createCalibration()
    const [wrong, right] = [createFolderShift(), createFolderShift()]
    for (let i = 0; i < 200; i++) {
      learnCalibration(calibration, wrong, 0.8, i % 2 === 0)
      learnCalibration(calibration, right, 0.8, i % 10 > 0)
    }
    const [low, high] = [wrong, right].map(({ confidenceShift }) => calibrated(calibration, 0.8, confidenceShift))
    expect(low).toBeLessThan(0.65)
    expect(high).toBeGreaterThan(0.75)
  })

  it('gives at most 0.5 without support for the folder', () => {
    expect(capBySupport(1, 0)).toBe(0.5)
    expect(capBySupport(1, 5)).toBeGreaterThan(0.99)
    expect(capBySupport(0.3, 5)).toBe(0.3)
  })
})
