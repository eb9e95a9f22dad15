import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeMetadata } from '../user-metadata.ts'
import { identityDataOf } from './identity-data.ts'

const text = fc.string({ unit: 'binary', maxLength: 6000 })
const person = fc.record({
  id: fc.string({ minLength: 1, maxLength: 255, unit: 'grapheme-ascii' }),
  issuer: fc.webUrl({ size: 'small' }),
  email: fc.option(fc.oneof(text, fc.emailAddress())),
  emailVerified: fc.boolean(),
  name: fc.option(text),
  nonce: fc.constant(null),
  accessTokenHash: fc.constant(null),
})

test('whatever a provider says of somebody can be stored, fits into a token and has no control characters', () => {
  fc.assert(
    fc.property(person, (somebody) => {
      const data = identityDataOf(somebody)
      expect(mergeMetadata({}, data)).toEqual(data)
      const kept = Object.values(data)
        .filter((value) => typeof value === 'string')
        .join('')
      expect(kept.isWellFormed()).toBe(true)
      expect(kept).not.toMatch(/\p{Cc}/u)
    }),
  )
})
