import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test.each([
  ['1234567', 'short'],
  ['password', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['abababababababab', 'weak'],
  ['Mailroom7', 'fair'],
  ['riverstonela', 'weak'],
  ['river stone lamp', 'strong'],
  ['x7$Kp2!mQz9', 'strong'],
] as const)('rates %s as %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})
