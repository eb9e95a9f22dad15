import fc from 'fast-check'
import { expect, test } from 'vitest'
import { casesOf } from '../../eval/parse-prompts.ts'
import { completePrompt } from './complete-prompt.ts'
import { parsePrompt } from './parse-prompt.ts'
import { anyCharacter } from '../../test/kit/any-character.ts'

test('keeps the plan and is idempotent', () => {
  for (const { prompt, for: kind } of casesOf('known')) {
    const complete = completePrompt(prompt)
    expect(parsePrompt(complete, kind).plan).toEqual(parsePrompt(prompt, kind).plan)
    expect(completePrompt(complete)).toBe(complete)
  }
})

test('adds no full stop to a prompt that has the maximum length', () => {
  const prompt = `When an email arrives, ${'save attachments '.repeat(300)}`.slice(0, 3999) + 's'
  expect(completePrompt(prompt)).toBe(prompt)
})

test('keeps any text and respects the maximum length', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 4000 }), (prompt) => {
      const complete = completePrompt(prompt)
      expect(complete).toContain(prompt.trim())
      expect(complete.length).toBeLessThanOrEqual(4000)
    }),
  )
})
