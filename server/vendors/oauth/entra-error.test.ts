import { expect, test } from 'vitest'
import { EntraError, needsAdministrator } from './entra-error.ts'

test.each([
  ['invalid_grant', 50173, true],
  ['interaction_required', 50076, true],
  ['consent_required', 65001, true],
  ['invalid_grant', 50196, false],
  ['invalid_client', 7000222, false],
  ['invalid_scope', 70011, false],
  ['temporarily_unavailable', 90033, false],
  ['server_error', 90012, false],
])('%s with AADSTS%i requires a sign-in: %s', (code, number, signInNeeded) => {
  expect(new EntraError(400, code, [number], null).signInNeeded).toBe(signInNeeded)
})

test.each([90094, 65001, 90093, 53003])('AADSTS%i of a callback requires an administrator', (number) => {
  expect(needsAdministrator(`AADSTS${number}: An administrator has to grant this.`)).toBe(true)
  expect(needsAdministrator(`AADSTS${number}0: Another one.`)).toBe(false)
})
