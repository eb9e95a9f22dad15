import { expect, test } from 'vitest'
import { languageOf } from './email-recipient.ts'

test('knows a closed list of languages, since users may store anything', () => {
  expect(languageOf({ language: 'de', name: 'Ada' })).toBe('de')
  for (const other of [{}, null, { language: 'fr' }, { language: 'DE' }, { language: ['de'] }, { language: null }])
    expect(languageOf(other)).toBe('en')
})
