import { ControlError } from '../../kit/control-error.ts'
import type { GoogleSandbox } from '../state.ts'
import { findPerson, type Person } from '../google-accounts.ts'

/** @throws ControlError 404 for an unknown address */
export function personIn({ google }: GoogleSandbox, email: string): Person {
  const person = findPerson(google.people, email)
  if (!person) throw new ControlError(404, `no Google account ${email}`)
  return person
}
