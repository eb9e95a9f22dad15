import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changePerson, createPerson, findPerson, type People, PersonExists } from './google-accounts.ts'

const word = fc.stringMatching(/^[a-z][a-z0-9.-]{0,12}$/)
const address = fc.tuple(word, word).map(([name, domain]) => `${name}@${domain}.example`)

test('every account has a unique `sub` of 21 digits, which stays after a change of address', () => {
  fc.assert(
    fc.property(fc.uniqueArray(address, { minLength: 2, maxLength: 20 }), (addresses) => {
      const people: People = new Map()
      const [first = '', ...others] = addresses
      const moved = createPerson(people, { email: first })
      const { sub } = moved
      changePerson(people, moved, { email: `moved.${first}.elsewhere` })
      for (const email of [first, ...others]) createPerson(people, { email })
      expect(people.size).toBe(addresses.length + 1)
      for (const known of people.keys()) expect(known).toMatch(/^[1-9]\d{20}$/)
      expect(people.get(sub)).toBe(moved)
      expect(findPerson(people, first)?.sub).not.toBe(sub)
    }),
  )
})

test('addresses are case-insensitive', () => {
  const people: People = new Map()
  const kim = createPerson(people, { email: 'Kim@Gmail.example' })
  const lee = createPerson(people, { email: 'lee@gmail.example' })
  expect(findPerson(people, ' kim@gmail.EXAMPLE ')).toBe(kim)
  expect(() => createPerson(people, { email: 'KIM@gmail.example' })).toThrow(PersonExists)
  expect(() => changePerson(people, lee, { email: 'kim@gmail.example' })).toThrow(PersonExists)
  changePerson(people, kim, { email: 'kim@gmail.example' })
  expect(kim.email).toBe('kim@gmail.example')
})
