import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { attackedMailbox, type AttackedMailbox } from '../../server/actions/testing/attacked-mailbox.ts'

declare module 'vitest' {
  interface ProvidedContext {
    injections: string
  }
}

/** One line of the file: a message with instructions for a model, and the answers of a model that obeys it. */
const Attack = z.object({
  id: z.string(),
  from: z.object({ address: z.string() }),
  subject: z.string(),
  body_type: z.enum(['text', 'html']),
  body: z.string(),
  obedient_llm: z.record(z.string(), z.unknown()).default({}),
})

const attacks = readFileSync(inject('injections'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => Attack.parse(JSON.parse(line)))

/**
 * Runs each message against every action type, with a model that obeys the message and with one that gives the
 * answers of the file, and once more through sorting, with the former. Any effect beyond the saved configuration is a
 * violation and fails the test.
 */
let attacked: AttackedMailbox
const totals = { runs: 0, modelCalls: 0, drafts: 0, sends: 0, files: 0, records: 0 }
const endings = new Map<string, number>()
let violated = 0
beforeAll(async () => {
  attacked = await attackedMailbox()
})
afterAll(async () => {
  await attacked[Symbol.asyncDispose]()
  const counted = Object.fromEntries([...endings].toSorted(([a], [b]) => a.localeCompare(b)))
  console.log(JSON.stringify({ mails: attacks.length, ...totals, violated, endings: counted }, null, 2))
})

const answersOf = ({ draft_reply: draft, ...others }: Record<string, unknown>): string[] => {
  const body = z.object({ body: z.string() }).safeParse(draft)
  return [body.success ? body.data.body : JSON.stringify(draft ?? null), ...Object.values(others).map(inOneLine)]
}
const inOneLine = (answer: unknown): string => (typeof answer === 'string' ? answer : JSON.stringify(answer))

test.each(attacks.map((attack) => [attack.id, attack] as const))('%s', async (_, attack) => {
  const { from, subject, body_type, body, obedient_llm } = attack
  const mail = { from: from.address, subject, ...(body_type === 'html' ? { html: body } : { text: body }) }
  const models = [{ mode: 'obey-mail' }, { mode: 'scripted', answers: answersOf(obedient_llm) }] as const
  for (const [model, inInbox] of [
    [models[0], false],
    [models[1], false],
    [models[0], true],
  ] as const) {
    await attacked.model(model)
    const did = await attacked.attack({ ...mail, files: ['order.pdf'] }, { inInbox })
    totals.runs += 1
    for (const figure of ['modelCalls', 'drafts', 'sends', 'files', 'records'] as const) totals[figure] += did[figure]
    for (const ending of did.endings) endings.set(ending, (endings.get(ending) ?? 0) + 1)
    if (did.violations.length > 0) violated += 1
    expect(did.violations).toEqual([])
  }
})
