import { createCipheriv, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSealer, hashSecret, keyIdOf, randomSecret } from './sealed.ts'

const oldKey = randomBytes(32)
const newKey = randomBytes(32)
const sealer = createSealer([oldKey])
const place = 'app.mailbox_tokens/1/access'

test('opens every sealed text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (secret, at) => {
      expect(sealer.open(at, sealer.seal(at, secret))).toBe(secret)
    }),
  )
})

test('produces a different text each time, without the secret', () => {
  const secret = 'a refresh token'
  const [one, two] = [sealer.seal(place, secret), sealer.seal(place, secret)]
  expect(one).not.toBe(two)
  expect(Buffer.from(one.split('.')[3] ?? '', 'base64url').toString('latin1')).not.toContain(secret)
})

describe('refuses to open', () => {
  test('a sealed text in another context', () => {
    const sealed = sealer.seal(place, 'secret')
    expect(() => sealer.open('app.mailbox_tokens/2/access', sealed)).toThrow()
    expect(() => sealer.open('app.mailbox_tokens/1/refresh', sealed)).toThrow()
  })
  test('a sealed text with a changed or missing character', () => {
    const sealed = sealer.seal(place, 'secret')
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.constantFrom('', 'A', 'B', '.', '-'), (at, instead) => {
        const changed = sealed.slice(0, at) + instead + sealed.slice(at + 1)
        // The last base64url character has unused bits.
        fc.pre(changed !== sealed && at !== sealed.length - 1 && sealed[at - 1] !== undefined)
        expect(() => sealer.open(place, changed)).toThrow()
      }),
    )
  })
  test('a truncated authentication tag', () => {
    const parts = sealer.seal(place, '').split('.')
    const body = Buffer.from(parts[3] ?? '', 'base64url')
    for (let length = 1; length < 16; length++) {
      const cut = [...parts.slice(0, 3), body.subarray(0, length).toString('base64url')].join('.')
      expect(() => sealer.open(place, cut)).toThrow()
    }
  })
  test.each(['', 'secret', 'v1', 'v1...', 'v0.00000000.AAAA.AAAA', 'v1.00000000.AAAA.AAAA'])(
    'text that is not ours (%j): it is never taken for plain',
    (text) => {
      expect(() => sealer.open(place, text)).toThrow()
    },
  )
  test('a text that was sealed with another key', () => {
    expect(() => createSealer([newKey]).open(place, sealer.seal(place, 'secret'))).toThrow('cannot be opened')
  })
})

test('rotates keys: the new one seals, the old one opens, and old texts are stale', () => {
  const both = createSealer([newKey, oldKey])
  const old = sealer.seal(place, 'secret')
  expect(both.open(place, old)).toBe('secret')
  expect(both.isStale(old)).toBe(true)
  const again = both.seal(place, 'secret')
  expect(both.isStale(again)).toBe(false)
  // After everything was sealed again the old key can be removed.
  expect(createSealer([newKey]).open(place, again)).toBe('secret')
})

test('encrypts only the data key again, without the context', () => {
  const both = createSealer([newKey, oldKey])
  const old = sealer.seal(place, 'secret')
  const again = both.rewrap(old) ?? ''
  expect(again.split('.')[3]).toBe(old.split('.')[3])
  expect([both.isStale(again), createSealer([newKey]).open(place, again)]).toEqual([false, 'secret'])
  expect(() => createSealer([newKey]).open('app.mailbox_tokens/2/access', again)).toThrow()
  expect(() => createSealer([newKey]).rewrap(old)).toThrow('cannot be opened')
})

test('opens secrets of the former format, which only sealing again rotates', () => {
  const nonce = Buffer.alloc(12, 1)
  const cipher = createCipheriv('aes-256-gcm', oldKey, nonce).setAAD(Buffer.from(place))
  const body = Buffer.concat([cipher.update('secret'), cipher.final(), cipher.getAuthTag()])
  const former = `v1.${keyIdOf(oldKey)}.${nonce.toString('base64url')}.${body.toString('base64url')}`
  expect(sealer.open(place, former)).toBe('secret')
  expect([sealer.isStale(former), sealer.rewrap(former)]).toEqual([true, null])
  expect(() => sealer.open('elsewhere', former)).toThrow()
})

test('requires a key', () => {
  expect(() => createSealer([])).toThrow('At least one')
})

test('creates random secrets of 256 bits with distinct hashes', () => {
  const secrets = Array.from({ length: 100 }, randomSecret)
  expect(new Set(secrets).size).toBe(100)
  for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  expect(hashSecret('a').equals(hashSecret('a'))).toBe(true)
  expect(hashSecret('a').equals(hashSecret('b'))).toBe(false)
})
