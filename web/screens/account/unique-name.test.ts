import { expect, test } from 'vitest'
import { uniqueName } from './unique-name.ts'

test('keeps an unused name, and appends the next number to a used one', () => {
  expect(uniqueName('Passkey', [])).toBe('Passkey')
  expect(uniqueName('Passkey', [{ name: 'passkey' }])).toBe('Passkey 2')
  expect(uniqueName('Passkey', [{ name: 'Passkey' }, { name: 'Passkey 2' }])).toBe('Passkey 3')
})
