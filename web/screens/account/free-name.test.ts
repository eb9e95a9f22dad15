import { expect, test } from 'vitest'
import { freeName } from './free-name.ts'

test('a name that is free stays; one that is taken gets the next number', () => {
  expect(freeName('Passkey', [])).toBe('Passkey')
  expect(freeName('Passkey', [{ name: 'passkey' }])).toBe('Passkey 2')
  expect(freeName('Passkey', [{ name: 'Passkey' }, { name: 'Passkey 2' }])).toBe('Passkey 3')
})
