import { beforeEach, expect, test } from 'vitest'
import { ProposeInstructionsOutput } from '../../../contract/functions/propose-instructions.ts'
import { invoice } from '../../../test/kit/trained-mailbox.ts'
import { callFunction, signUp, type Visitor } from '../../../test/kit/outlook.ts'
import { startHistory } from '../../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

const app = await appOfFile()
const history = await startHistory(app)
const proposalRows = () =>
  app.ctx.db.asService((tx) => tx.selectFrom('app.instruction_proposals').selectAll().execute())
const proposed = await proposalRows()
beforeEach(async () => {
  await history.startOver()
  await app.ctx.db.asService(async (tx) => {
    await tx.deleteFrom('app.instruction_proposals').execute()
    await tx.insertInto('app.instruction_proposals').values(proposed).execute()
  })
})

const ask = (input: object, as?: Visitor) => {
  const { mailboxId, user } = history.mailbox
  const owner = { token: user.accessToken, userId: user.userId }
  return callFunction(app, as ?? owner, 'propose-instructions', { mailboxId, ...input })
}
const proposals = async (input: object = { action: 'list' }) =>
  ProposeInstructionsOutput.parse((await ask(input)).body).proposals
const instructionsOf = async (name: string) =>
  (
    await history.mailbox.rows<{ instructions: string }[]>(`email_folders?select=instructions&folder_name=eq.${name}`)
  )[0]?.instructions

test('proposes instructions with measured accuracy after the first training', async () => {
  expect(await proposals()).toEqual([
    {
      folderId: history.folderId('Invoices'),
      instructions: 'Invoices and payments from billing@power.example.',
      mails: 12,
      foundAgain: 12,
    },
    {
      folderId: history.folderId('Newsletters'),
      instructions: 'Email from news@garden.example.',
      mails: 12,
      foundAgain: 12,
    },
  ])
  expect(await instructionsOf('Invoices')).toBe('')
})

test('measures lower accuracy for mixed folders and proposes nothing for disabled ones', async () => {
  const letter = {
    from: 'news@garden.example',
    subject: 'Garden letter 99',
    text: 'Roses, tulips and what to sow now.',
  }
  await history.mailbox.deliver({ folder: 'Invoices', ...letter })
  const { mailboxId } = history.mailbox
  await app.ctx.db.asService(async (tx) => {
    await tx
      .updateTable('email_folders')
      .set({ include_in_ai: false })
      .where('id', '=', history.folderId('Newsletters'))
      .execute()
  })
  expect((await proposals()).map(({ folderId }) => folderId)).toEqual([history.folderId('Invoices')])
  await app.ctx.db.asService(async (tx) => {
    await tx.updateTable('email_folders').set({ include_in_ai: true }).where('mailbox_id', '=', mailboxId).execute()
    await app.ctx.jobs.enqueue(tx, 'propose-instructions', { mailboxId })
  })
  await app.runDueJobs()
  expect(await proposals()).toMatchObject([
    { folderId: history.folderId('Invoices'), mails: 13, foundAgain: 12 },
    { folderId: history.folderId('Newsletters'), mails: 12, foundAgain: 12 },
  ])
})

test('fills in accepted or edited instructions and never overwrites', async () => {
  const [invoices, newsletters] = [history.folderId('Invoices'), history.folderId('Newsletters')]
  await history.mailbox.rows(`email_folders?id=eq.${newsletters}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ instructions: 'My own words' }),
  })
  expect((await proposals()).map(({ folderId }) => folderId)).toEqual([invoices])
  const accepted = [
    { folderId: invoices, instructions: 'Bills of all kinds' },
    { folderId: newsletters, instructions: 'Something else' },
  ]
  expect(await proposals({ action: 'accept', accepted })).toEqual([])
  expect(await instructionsOf('Invoices')).toBe('Bills of all kinds')
  expect(await instructionsOf('Newsletters')).toBe('My own words')
})

test('keeps proposals dismissed and hides them from other users', async () => {
  const folderId = history.folderId('Invoices')
  const otherUser = await signUp(app)
  const notFound = { status: 404, body: { error: { code: 'mailbox_not_found' } } }
  expect(await ask({ action: 'list' }, otherUser)).toMatchObject(notFound)
  expect(await ask({ action: 'dismiss', folderId }, otherUser)).toMatchObject(notFound)
  expect(await proposals({ action: 'dismiss', folderId })).toHaveLength(1)

  for (let n = 1; n <= 3; n++) await history.mailbox.deliver({ folder: 'Invoices', ...invoice(`again ${n}`) })
  const { mailboxId } = history.mailbox
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'propose-instructions', { mailboxId }))
  await app.runDueJobs()
  expect((await proposals()).map((one) => one.folderId)).toEqual([history.folderId('Newsletters')])
})
