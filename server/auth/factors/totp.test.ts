import { encode } from 'uqr'
import fc from 'fast-check'
import { Secret, TOTP, URI } from 'otpauth'
import { expect, test } from 'vitest'
import { acceptedStep, newTotpSecret, qrCode, totpUri } from './totp.ts'

const secret = newTotpSecret()
const app = new TOTP({ secret: Secret.fromBase32(secret) })
const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
/** Mostly at the edges of the window. */
const distances = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -5000, max: 5000 }))
const stepOf = (now: Date): number => Math.floor(now.getTime() / 30_000)
const codeOfStep = (step: number): string => app.generate({ timestamp: step * 30_000 })

test('matches the examples of RFC 6238', () => {
  const rfc = Secret.fromUTF8('12345678901234567890').base32
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [2_000_000_000, '279037'],
  ] as const) {
    const now = new Date(seconds * 1000)
    expect(acceptedStep({ secret: rfc, code, now, lastStep: null })).toBe(Math.floor(seconds / 30))
  }
})

test('accepts the codes of this step and of one to either side, and refuses any other', () => {
  fc.assert(
    fc.property(moments, distances, (now, distance) => {
      const step = stepOf(now) + distance
      const code = codeOfStep(step)
      const accepted = acceptedStep({ secret, code, now, lastStep: null })
      const near = [-1, 0, 1].map((one) => codeOfStep(stepOf(now) + one))
      // Two steps may have the same six digits by chance; then it is in the window.
      expect(accepted === null).toBe(!near.includes(code))
      if (Math.abs(distance) <= 1) expect(codeOfStep(accepted ?? 0)).toBe(code)
    }),
  )
})

test('refuses any text that is no code of the window', () => {
  const sixCharacters = fc.string({ unit: fc.constantFrom('0', '１', 'é'), minLength: 6, maxLength: 6 })
  const texts = fc.oneof(fc.stringMatching(/^\d{6}$/), sixCharacters, fc.string({ maxLength: 12 }))
  fc.assert(
    fc.property(moments, texts, (now, code) => {
      fc.pre(![-1, 0, 1].some((one) => codeOfStep(stepOf(now) + one) === code))
      expect(acceptedStep({ secret, code, now, lastStep: null })).toBeNull()
    }),
  )
})

test('accepts no step twice, and none before it', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: -1, max: 1 }), fc.integer({ min: 0, max: 3 }), (now, distance, newer) => {
      const step = stepOf(now) + distance
      const tried = { secret, code: codeOfStep(step), now }
      fc.pre(new Set([-1, 0, 1].map((one) => codeOfStep(stepOf(now) + one))).size === 3)
      expect(acceptedStep({ ...tried, lastStep: step + newer })).toBeNull()
      expect(acceptedStep({ ...tried, lastStep: step - 1 })).toBe(step)
    }),
  )
})

test('an app can read the QR code', () => {
  const uri = totpUri({ secret, issuer: 'Mail & room: #1', label: `${'long'.repeat(60)}+x@example.com` })
  const read = URI.parse(uri)
  expect(read).toMatchObject({ label: `${'long'.repeat(60)}+x@example.com`, algorithm: 'SHA1', digits: 6, period: 30 })
  expect(read.secret.base32).toBe(secret)
  expect(modulesOf(qrCode(uri))).toEqual(encode(uri, { border: 4, ecc: 'M' }).data)
  // The official client appends it unencoded to `data:image/svg+xml;utf-8,`.
  expect(qrCode(uri)).toMatch(/^<svg [^#%]+<\/svg>$/)
})

/** Decodes the SVG into modules. */
function modulesOf(svg: string): boolean[][] {
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]) / 10
  const modules = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [, x, y] of svg.matchAll(/M(\d+),(\d+)h10v10h-10z/g)) {
    const row = modules[Number(y) / 10]
    if (row) row[Number(x) / 10] = true
  }
  return modules
}
