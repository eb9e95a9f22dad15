import { ControlError } from '../../kit/control-error.ts'
import type { World } from '../../kit/world.ts'
import { findPerson, type Person } from '../people.ts'

/** @throws ControlError 404 where nobody has the address */
export function personIn({ google }: World, email: string): Person {
  const person = findPerson(google.people, email)
  if (!person) throw new ControlError(404, `no Google account ${email}`)
  return person
}
