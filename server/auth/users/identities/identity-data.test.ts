import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeMetadata } from '../../user-rows/user-metadata.ts'
import { identityDataOf } from './identity-data.ts'
import { anyCharacter, anyUrl } from '../../../../test/kit/any-character.ts'

const text = fc.string({ unit: anyCharacter, maxLength: 6000 })
const externalIdentity = fc.record({
  id: fc.string({ minLength: 1, maxLength: 255, unit: 'grapheme-ascii' }),
  issuer: anyUrl,
  email: fc.option(fc.oneof(text, fc.emailAddress())),
  emailVerified: fc.boolean(),
  name: fc.option(text),
  nonce: fc.constant(null),
  accessTokenHash: fc.constant(null),
})

test('any claims of a provider can be stored, fit into a token and have no control characters', () => {
  fc.assert(
    fc.property(externalIdentity, (identity) => {
      const data = identityDataOf(identity)
      expect(mergeMetadata({}, data)).toEqual(data)
      const kept = Object.values(data)
        .filter((value) => typeof value === 'string')
        .join('')
      expect(kept.isWellFormed()).toBe(true)
      expect(kept).not.toMatch(/\p{Cc}/u)
    }),
  )
})
