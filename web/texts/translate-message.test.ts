import { expect, test } from 'vitest'
import { german } from './de/german.ts'
import { setLanguage } from './translate.ts'
import { translateMessage } from './translate-message.ts'

test('translates a message with and without a number, and leaves an unknown one', () => {
  setLanguage('de', german)
  expect(translateMessage('Use at most 4000 characters.')).toBe('Verwenden Sie höchstens 4.000 Zeichen.')
  expect(translateMessage('You may not do this.')).toBe('Das dürfen Sie nicht.')
  expect(translateMessage('Added 3 of 4')).toBe('Added 3 of 4')
})
