import { createPerson, type PersonSeed } from '../google/people.ts'
import type { World } from '../kit/world.ts'
import { owner } from './owner.ts'

/** The demo's people at Google; what is special stands beside each. */
const accounts: PersonSeed[] = [
  // The same address as in Outlook: two ways to sign in for one person.
  { email: owner.address, name: owner.name },
  { email: 'noor.devries@gmail.example', name: 'Noor de Vries' },
  // Of an organization: the token tells its domain.
  { email: 'tomas.heron@heron-cycles.example', name: 'Tomáš Heron', hd: 'heron-cycles.example' },
  // Google has not seen a proof of the address, so it must open nobody's account.
  { email: 'una.proven@elsewhere.example', name: 'Una Proven', emailVerified: false },
  { email: 'ilse@gmail.example', name: 'Ilse' },
  { email: 'paul.stemmer@gmail.example', name: 'Paul Stemmer', disabled: true },
]

export function seedGoogleAccounts(world: World): void {
  for (const account of accounts) createPerson(world.google.people, account)
}
