import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { routes } from '../server/app.ts'
import { allRows } from './kit/all-rows.ts'
import { inputTemplates, ownedFields } from './kit/function-inputs.ts'
import { callFunction, type Visitor } from './kit/outlook.ts'
import { ownerOfEverything, type Owner } from './kit/owner-of-everything.ts'
import { appOfFile } from './kit/start-app.ts'

/**
 * Every function with ids of another user, generated from its input schema: alone and together with the caller's own
 * ids. The response is the one to unknown ids, and nothing of the other user is read or changed.
 */
const app = await appOfFile()
const anna = await ownerOfEverything(app)
const ben = await ownerOfEverything(app)

const functions = routes.flatMap((route) => (route.kind === 'function' ? [route] : []))

/** Status and body of a response. Ids of the request and times are replaced by their names. */
async function answer(who: Visitor, name: string, input: unknown, ids: Record<string, string>) {
  const { status, body } = await callFunction(app, who, name, input)
  let text = JSON.stringify(body).replaceAll(/"(requestId|[a-z]+At)":"[^"]+"/g, '"$1"')
  for (const [field, id] of Object.entries(ids)) text = text.replaceAll(`"${id}"`, field)
  return { status, text }
}
type Ids = Owner['ids']
const unknownIds = (): Ids => ({ ...ben.ids, ...Object.fromEntries(ownedFields.map((field) => [field, randomUUID()])) })

const callsForAnna = async (): Promise<number> => {
  const calls = await app.control('GET', '/control/requests?service=graph')
  return Array.isArray(calls) ? calls.filter(({ mailbox }) => mailbox === anna.mailbox).length : NaN
}
const traceOfAnna = async () => [
  await callsForAnna(),
  ...(await allRows(app.database)).filter((row) => row.includes(anna.ids.userId)),
]
const untouched = await traceOfAnna()

describe.each(functions)('$name', ({ name, input }) => {
  test("answers another user's ids as unknown ones, alone and among own ids", async () => {
    for (const { fields, body } of inputTemplates(input, anna.shared)) {
      for (const foreign of [fields, ...(fields.length > 1 ? fields.map((field) => [field]) : [])]) {
        const bodyWith = (ids: Ids) => body((field) => (foreign.includes(field) ? ids : ben.ids)[field])
        const unknown = unknownIds()
        const expected = await answer(ben.who, name, bodyWith(unknown), unknown)
        const sent = bodyWith(anna.ids)
        expect({ sent, ...(await answer(ben.who, name, sent, anna.ids)) }).toEqual({ sent, ...expected })
      }
    }
  })
})

test('none of these calls has touched anything of the other user', async () => {
  expect(await traceOfAnna()).toEqual(untouched)
})

/** Inputs whose ids make no difference to their own user either, and why. */
const withoutDifference = [
  // The token alone says who calls.
  'unified-data-source-mcp userId',
  // Only operators may name an account.
  'operator-users userId',
  // Refused: one of the two has to be given.
  'mail-webhook-management subscriptionId,mailboxId',
]
/** `mail-authentication` comes last, because it disconnects the mailbox. */
const disconnectLast = [true, false].flatMap((isLast) =>
  functions.filter(({ name }) => (name !== 'mail-authentication') === isLast),
)

test.each(disconnectLast)("$name finds what its user's ids name", async ({ name, input }) => {
  for (const { fields, body } of inputTemplates(input, anna.shared)) {
    const [sent, unknown] = [body((field) => anna.ids[field]), unknownIds()]
    const found = await answer(anna.who, name, sent, anna.ids)
    const notFound = await answer(
      anna.who,
      name,
      body((field) => unknown[field]),
      unknown,
    )
    if (withoutDifference.includes(`${name} ${fields.join()}`)) expect(found).toEqual(notFound)
    else expect({ sent, ...found }).not.toEqual({ sent, ...notFound })
  }
})
