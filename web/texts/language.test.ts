import { expect, test } from 'vitest'
import { firstLanguage } from './language.ts'

test('takes the first language that the page has, whatever its region', () => {
  expect(firstLanguage(['de-AT', 'en-GB'])).toBe('de')
  expect(firstLanguage(['fr-FR', 'EN', 'de'])).toBe('en')
  expect(firstLanguage(['den', 'fr'])).toBe('en')
  expect(firstLanguage([])).toBe('en')
})
