import { createGoogleAccount, type GoogleAccountSeed } from '../google/google-accounts.ts'
import type { GoogleSandbox } from '../google/state.ts'
import { owner } from './mailbox-owner.ts'

/** Google accounts of the demo. */
const accounts: GoogleAccountSeed[] = [
  // The same address as in Outlook: one user with two providers.
  { email: owner.address, name: owner.name },
  { email: 'noor.devries@gmail.example', name: 'Noor de Vries' },
  // Google Workspace account: the ID token contains the domain (`hd`).
  { email: 'tomas.heron@heron-cycles.example', name: 'Tomáš Heron', hd: 'heron-cycles.example' },
  // The address is not verified, so it must not be linked to an existing account.
  { email: 'una.proven@elsewhere.example', name: 'Una Proven', emailVerified: false },
  { email: 'ilse@gmail.example', name: 'Ilse' },
  { email: 'paul.stemmer@gmail.example', name: 'Paul Stemmer', disabled: true },
]

export function seedGoogleAccounts(sandbox: GoogleSandbox): void {
  for (const account of accounts) createGoogleAccount(sandbox.google.accounts, account)
}
