import { expect, test } from 'vitest'
import { addImapMailbox } from '../../../../test/kit/imap-mailbox.ts'
import { signUp } from '../../../../test/kit/outlook.ts'
import { ofFile } from '../../../../test/kit/of-file.ts'
import { startSandboxImap } from '../../../../test/kit/sandbox-imap.ts'
import { appOfFile } from '../../../../test/kit/start-app.ts'
import { withMailbox } from '../../providers/with-mailbox.ts'
import { imapAccount } from '../open-imap.ts'

const server = await ofFile(startSandboxImap())
const app = await appOfFile({ startsAt: null })

test('news that cannot be reported end the watch, and nothing else', async () => {
  const address = await server.newMailbox()
  const { userId } = await signUp(app)
  const mailboxId = await addImapMailbox(app, userId, { address, server, smtpPort: 1 })
  const { row, signIn } = await imapAccount(app.ctx, mailboxId)
  const reports: string[] = []
  const watch = (report: () => Promise<void>): Promise<boolean> =>
    app.ctx.vendors.imap.watch(
      { mailboxId, account: async () => ({ ...row.imap, ...signIn }) },
      { isWanted: async () => true, onNews: report },
    )
  await watch(async () => {
    reports.push('failed')
    throw new Error('The database is down')
  })
  await expect
    .poll(async () => {
      await watch(async () => void reports.push('reported'))
      return reports
    })
    .toEqual(['failed', 'reported'])
  await app.ctx.vendors.imap.close(mailboxId)
})

test('work ends waiting for news where the server refuses the second connection without a response code', async () => {
  const address = await server.newMailbox()
  const { userId } = await signUp(app)
  const mailboxId = await addImapMailbox(app, userId, { address, server, smtpPort: 1 })
  await app.ctx.vendors.imap.close(mailboxId)
  const { row, signIn } = await imapAccount(app.ctx, mailboxId)
  const news = Promise.withResolvers<void>()
  await app.ctx.vendors.imap.watch(
    { mailboxId, account: async () => ({ ...row.imap, ...signIn }) },
    { isWanted: async () => true, onNews: async () => news.resolve() },
  )
  await news.promise
  await server.control('PUT', 'faults', [{ service: 'imap', method: 'AUTHENTICATE', status: 409, times: 1 }])
  expect(await withMailbox(app.ctx, mailboxId, ({ inbox }) => inbox.count(null))).toBe(0)
})
