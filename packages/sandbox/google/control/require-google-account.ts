import { ControlError } from '../../kit/control-error.ts'
import type { GoogleSandbox } from '../state.ts'
import { findGoogleAccount, type GoogleAccount } from '../google-accounts.ts'

/** @throws ControlError 404 for an unknown address */
export function requireGoogleAccount({ google }: GoogleSandbox, email: string): GoogleAccount {
  const account = findGoogleAccount(google.accounts, email)
  if (!account) throw new ControlError(404, `no Google account ${email}`)
  return account
}
