import { createHash } from 'node:crypto'

/** A Google account. Clients identify it by `sub`, because the address can change. */
export type Person = {
  /** 21 digits, derived from the first address of the account. */
  sub: string
  email: string
  name: string
  givenName: string
  familyName: string
  emailVerified: boolean
  /** The domain of the organization; null for a personal account. */
  hd: string | null
  disabled: boolean
}

export type People = Map<string, Person>

export type PersonSeed = {
  email: string
  name?: string | undefined
  emailVerified?: boolean | undefined
  hd?: string | null | undefined
  disabled?: boolean | undefined
}

/** Missing properties are not changed. */
export type PersonChange = { [Name in keyof PersonSeed]?: PersonSeed[Name] | undefined }

export class PersonExists extends Error {}

/** @throws PersonExists where the address is taken */
export function createPerson(people: People, seed: PersonSeed): Person {
  const email = seed.email.trim()
  refuseTaken(people, email)
  const person: Person = {
    sub: freeSub(people, email.toLowerCase()),
    email,
    ...namesOf(seed.name ?? nameFrom(email)),
    emailVerified: seed.emailVerified ?? true,
    hd: seed.hd ?? null,
    disabled: seed.disabled ?? false,
  }
  people.set(person.sub, person)
  return person
}

/** @throws PersonExists where the new address is taken */
export function changePerson(people: People, person: Person, change: PersonChange): void {
  const email = change.email?.trim()
  if (email !== undefined && email.toLowerCase() !== person.email.toLowerCase()) refuseTaken(people, email)
  Object.assign(person, {
    email: email ?? person.email,
    ...(change.name === undefined ? {} : namesOf(change.name)),
    emailVerified: change.emailVerified ?? person.emailVerified,
    hd: change.hd === undefined ? person.hd : change.hd,
    disabled: change.disabled ?? person.disabled,
  })
}

export function findPerson(people: People, email: string): Person | undefined {
  const wanted = email.trim().toLowerCase()
  return [...people.values()].find((person) => person.email.toLowerCase() === wanted)
}

function refuseTaken(people: People, email: string): void {
  if (findPerson(people, email)) throw new PersonExists(`there is a Google account ${email} already`)
}

/** An address that an earlier account gave up gets another `sub`. */
function freeSub(people: People, email: string): string {
  for (let attempt = 0; ; attempt++) {
    const digest = createHash('sha256').update(`google ${attempt} ${email}`).digest()
    const digits = (offset: number) => (digest.readBigUInt64BE(offset) % 10n ** 10n).toString().padStart(10, '0')
    const sub = `1${digits(0)}${digits(8)}`
    if (!people.has(sub)) return sub
  }
}

function namesOf(name: string) {
  const [givenName = name, ...rest] = name.trim().split(/\s+/)
  return { name, givenName, familyName: rest.join(' ') }
}

function nameFrom(email: string): string {
  const words = (email.split('@')[0] ?? email).split(/[._-]+/).filter(Boolean)
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}
