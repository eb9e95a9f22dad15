import { expect, test } from 'vitest'
import { confirmForwardAddress } from '../../../test/kit/forward-address.ts'
import { addImapMailbox } from '../../../test/kit/imap-mailbox.ts'
import { ofFile } from '../../../test/kit/of-file.ts'
import { signUp } from '../../../test/kit/outlook.ts'
import { startSandboxImap } from '../../../test/kit/sandbox-imap.ts'
import { newEmail } from '../../../test/kit/start-accounts.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import { findForwardObstacle } from './check-forward-recipient.ts'

const server = await ofFile(startSandboxImap())
const app = await appOfFile({ startsAt: null })

test('nothing is forwarded from a mailbox without a server for outgoing email, and the reason is named', async () => {
  const address = await server.newMailbox()
  await server.save(address, 'INBOX', 'From: anna@shop.example\r\nSubject: Bill\r\n\r\n41 euro\r\n')
  const who = await signUp(app)
  const mailboxId = await addImapMailbox(app, who.userId, { address, server, smtpPort: 1 })
  const to = newEmail()
  await confirmForwardAddress(app, who, to)
  const email = await withMailbox(app.ctx, mailboxId, async (mailbox) => {
    const [newest] = await mailbox.inbox.excerpts(1)
    return mailbox.find(newest?.id ?? '')
  })
  if (!email) return expect.unreachable()
  const about = {
    userId: who.userId,
    mailboxId,
    messageId: email.id,
    logId: crypto.randomUUID(),
    folderActionId: crypto.randomUUID(),
    configVersion: 1,
    config: { destination_email: to },
  }
  expect(await findForwardObstacle(app.ctx, about, email)).toBeNull()
  await app.ctx.db.asService((tx) =>
    tx
      .updateTable('app.imap_accounts')
      .set({ smtp_host: null, smtp_port: null, smtp_security: null })
      .where('mailbox_id', '=', mailboxId)
      .execute(),
  )
  expect(await findForwardObstacle(app.ctx, about, email)).toEqual({ status: 'failed', reason: 'no_outgoing_server' })
})
