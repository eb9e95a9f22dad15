import { expect, test } from 'vitest'
import {
  codeProblem,
  confirmationProblem,
  currentPasswordProblem,
  emailProblem,
  newPasswordProblem,
} from './form-rules.ts'

test('a current password has 6 characters, a new one 8', () => {
  expect(currentPasswordProblem('12345')).toBe('Password must be at least 6 characters')
  expect(currentPasswordProblem('123456')).toBeNull()
  expect(newPasswordProblem('1234567')).toBe('New password must be at least 8 characters')
  expect(newPasswordProblem('12345678')).toBeNull()
})

test('the confirmation equals the new password', () => {
  expect(confirmationProblem('12345678', '12345679')).toBe("Passwords don't match")
  expect(confirmationProblem('12345678', '12345678')).toBeNull()
})

test('an address has a name, one @ and a domain with a dot', () => {
  for (const wrong of ['', 'a', 'a@', '@b.example', 'a@b', 'a@@b.example', 'a b@c.example', 'a@b..example', 'a@b.']) {
    expect(emailProblem(wrong), wrong).toBe('Please enter a valid email address')
  }
  for (const right of ['a@b.example', 'a+b@c.d.example', 'jörg@bücher.example']) expect(emailProblem(right)).toBeNull()
})

test('a code is asked for', () => {
  expect(codeProblem('')).toBe('Please enter the code from the email')
  expect(codeProblem('123456')).toBeNull()
})
