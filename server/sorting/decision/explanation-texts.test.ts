import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Evidence } from '../../../packages/classifier/classifier.ts'
import { sortingModelMaxQuotes } from '../language-model/sorting-question.ts'
import { storedExplanationMaxLength } from '../limits.ts'
import { belowThreshold, chosenByModel, matchingFeatures, modelUnavailable, previewOf } from './explanation-texts.ts'
import { byInstructions, instructionsConflict, instructionsContradict } from './instruction-texts.ts'
import { anyCharacter } from '../../../test/kit/any-character.ts'

const text = fc.oneof(
  fc.constantFrom('x'.repeat(300), '“'.repeat(300), '. '.repeat(150), '📎'.repeat(300)),
  fc.string({ unit: anyCharacter, maxLength: 300 }),
)
const evidence = fc.record({
  kind: fc.constantFrom('sender', 'list', 'thread', 'domain', 'instructions', 'subject'),
  label: text,
  times: fc.constantFrom(1, 999_999),
  weight: fc.constant(1),
}) satisfies fc.Arbitrary<Evidence>
const features = fc.array(evidence, { maxLength: 8 })
const failure = 'today’s budget for the language model is used up'

test.each(['👨\u200d👩\u200d👧 Family', '❤\ufe0f Wedding', 'می\u200cخواهم', 'ශ්\u200dරී'])(
  'names %s as written',
  (name) => {
    expect(belowThreshold(name, 0.5, 0.9)).toContain(`“${name}”`)
    expect(chosenByModel([name])).toContain(name)
  },
)

test('words of the email are never said to be written in the description, which may have another form of them', () => {
  const found = [{ kind: 'instructions' as const, label: 'caravanning', times: 0, weight: 1 }]
  expect(matchingFeatures(found, 'learning')).toBe("It fits the folder's name or instructions: “caravanning”")
})

test('no explanation is longer than its column takes, whatever names and words it has', () => {
  fc.assert(
    fc.property(text, text, features, fc.array(text, { maxLength: sortingModelMaxQuotes }), (a, b, found, quotes) => {
      const undecided = [
        belowThreshold(a, 0.5, 0.9),
        instructionsConflict(a, b, found),
        instructionsContradict({ value: a, scope: 'rest' }, b, a),
      ].map((first) => modelUnavailable(first, failure))
      const decided = [
        matchingFeatures(found, 'learning'),
        chosenByModel(quotes),
        byInstructions(a, { folder: b, features: found }),
      ]
      for (const explanation of [...undecided, ...decided.map((reason) => previewOf(b, reason))])
        expect(explanation.length).toBeLessThanOrEqual(storedExplanationMaxLength)
    }),
  )
})
