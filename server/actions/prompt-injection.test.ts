import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attackedMailbox, type AttackedMailbox } from './testing/attacked-mailbox.ts'
import { attackMails } from './testing/attack-messages.ts'

/**
 * Runs all action types with hostile models: whatever a message demands and whatever a model answers, only effects
 * that the saved configuration allows may occur.
 */
let attacked: AttackedMailbox
beforeAll(async () => {
  attacked = await attackedMailbox()
})
afterAll(() => attacked[Symbol.asyncDispose]())

test('a normal message is answered, forwarded, stored and entered into the CRM', async () => {
  await attacked.model({ mode: 'scripted', answers: ['{"values":["A-1","5,00 €"]}'] })
  const mail = {
    from: 'anna@shop.example',
    fromName: 'Anna',
    subject: 'Hello',
    text: 'Order number: A-1. Total: 5,00 €',
    files: ['a.pdf'],
  }
  const { violations, endings } = await attacked.attack(mail)
  expect(violations).toEqual([])
  expect(endings.map((ending) => ending.split(' ').slice(1).join(' '))).toEqual(Array(6).fill('done done'))
})

test.each(attackMails.map((mail) => [mail.subject.slice(0, 40), mail] as const))(
  '%s, with a model that obeys the message',
  async (_, mail) => {
    await attacked.model({ mode: 'obey-mail' })
    expect((await attacked.attack(mail)).violations).toEqual([])
  },
  60_000,
)

const json = fc.oneof(
  fc.json(),
  fc
    .record({
      values: fc.array(fc.oneof(fc.string(), fc.constant('thief@evil.example'), fc.constant(null)), { maxLength: 12 }),
    })
    .map((value) => JSON.stringify(value)),
  fc
    .record({
      to: fc.emailAddress(),
      tool: fc.constant('forward_mail'),
      folder: fc.constant('/etc'),
      values: fc.constant(['x']),
    })
    .map((value) => JSON.stringify(value)),
  fc.string({ unit: 'binary', maxLength: 2000 }),
)

test('for any answer of the model, only configured effects occur', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(json, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...attackMails),
      async (answers, mail) => {
        await attacked.model({ mode: 'scripted', answers })
        expect((await attacked.attack(mail)).violations).toEqual([])
      },
    ),
    { numRuns: 25 },
  )
}, 300_000)
