import { expect, test } from 'vitest'
import { codeError, confirmationError, currentPasswordError, emailError, newPasswordError } from './field-validation.ts'

test('requires 6 characters of the current password and 8 of a new one', () => {
  expect(currentPasswordError('12345')).toBe('Password must be at least 6 characters')
  expect(currentPasswordError('123456')).toBeNull()
  expect(newPasswordError('1234567')).toBe('New password must be at least 8 characters')
  expect(newPasswordError('12345678')).toBeNull()
})

test('requires the confirmation to equal the new password', () => {
  expect(confirmationError('12345678', '12345679')).toBe("Passwords don't match")
  expect(confirmationError('12345678', '12345678')).toBeNull()
})

test('requires a local part, one @ and a domain with a dot', () => {
  for (const wrong of ['', 'a', 'a@', '@b.example', 'a@b', 'a@@b.example', 'a b@c.example', 'a@b..example', 'a@b.']) {
    expect(emailError(wrong), wrong).toBe('Please enter a valid email address')
  }
  for (const right of ['a@b.example', 'a+b@c.d.example', 'jörg@bücher.example']) expect(emailError(right)).toBeNull()
})

test('requires a code', () => {
  expect(codeError('')).toBe('Please enter the code from the email')
  expect(codeError('123456')).toBeNull()
})
