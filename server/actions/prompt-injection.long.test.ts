import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ofFile } from '../../test/kit/of-file.ts'
import { attackedMailbox } from './testing/attacked-mailbox.ts'
import { attackMails } from './testing/attack-messages.ts'
import { anyCharacter } from '../../test/kit/any-character.ts'

const attacked = await ofFile(attackedMailbox())

test.each(attackMails.map((mail) => [mail.subject.slice(0, 40), mail] as const))(
  '%s, with a model that obeys the message',
  async (_, mail) => {
    await attacked.model({ mode: 'obey-mail' })
    expect((await attacked.attack(mail)).violations).toEqual([])
  },
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
  fc.string({ unit: anyCharacter, maxLength: 2000 }),
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
})
