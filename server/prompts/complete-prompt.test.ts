import fc from 'fast-check'
import { expect, test } from 'vitest'
import { casesOf } from '../../eval/parse-prompts.ts'
import { completePrompt } from './complete-prompt.ts'
import { parsePrompt } from './parse-prompt.ts'

test('keeps the plan and is idempotent', () => {
  for (const { prompt, for: kind } of casesOf('known')) {
    const complete = completePrompt(prompt)
    expect(parsePrompt(complete, kind).plan).toEqual(parsePrompt(prompt, kind).plan)
    expect(completePrompt(complete)).toBe(complete)
  }
})

test('keeps any text and respects the maximum length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 4000 }), (prompt) => {
      const complete = completePrompt(prompt)
      expect(complete).toContain(prompt.trim())
      expect(complete.length).toBeLessThanOrEqual(4000)
    }),
  )
})
