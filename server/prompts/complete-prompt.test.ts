import fc from 'fast-check'
import { expect, test } from 'vitest'
import { casesOf } from '../../eval/read-prompts.ts'
import { completePrompt } from './complete-prompt.ts'
import { readPrompt } from './read-prompt.ts'

test('it is read as before, and done twice it is as once', () => {
  for (const { prompt, for: kind } of casesOf('known')) {
    const complete = completePrompt(prompt)
    expect(readPrompt(complete, kind).plan).toEqual(readPrompt(prompt, kind).plan)
    expect(completePrompt(complete)).toBe(complete)
  }
})

test('any text stays in it, and it never grows too long', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 4000 }), (prompt) => {
      const complete = completePrompt(prompt)
      expect(complete).toContain(prompt.trim())
      expect(complete.length).toBeLessThanOrEqual(4000)
    }),
  )
})
