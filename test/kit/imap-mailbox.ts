import { expect } from 'vitest'
import { imapPasswordSealContext } from '../../server/mail/imap/account-queries.ts'
import { imapBreaker } from '../../server/mail/imap/open-imap.ts'
import { syncMailboxOnConnect } from '../../server/mail/folders/sync-mailbox-on-connect.ts'
import { withMailbox } from '../../server/mail/providers/with-mailbox.ts'
import type { MailboxClient } from '../../server/vendors/mailbox/mailbox-client.ts'
import type { Dovecot } from './dovecot.ts'
import { callFunction, signUp } from './outlook.ts'
import type { App } from './start-app.ts'

interface MailServerAddress {
  host: string
  port: number
  password: string
}

/** A connected IMAP mailbox, as connecting stores it. @returns its id */
export async function addImapMailbox(
  app: App,
  userId: string,
  { address, server, smtpPort }: { address: string; server: MailServerAddress; smtpPort: number },
): Promise<string> {
  const { ctx } = app
  const { host, port, password } = server
  const mailboxId = await ctx.db.asService(async (tx) => {
    const { id } = await tx
      .insertInto('mailboxes')
      .values({
        user_id: userId,
        name: 'IMAP',
        email_address: address,
        provider: 'imap',
        provider_tenant_id: host,
        provider_account_id: address,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const at = { mailbox_id: id, user_id: userId }
    const breakers = { call_breaker: imapBreaker({ host, port }), token_breaker: null }
    await tx
      .insertInto('app.mailbox_sync_states')
      .values({ ...at, ...breakers })
      .execute()
    await tx
      .insertInto('app.imap_accounts')
      .values({
        ...at,
        imap_host: host,
        imap_port: port,
        imap_security: 'tls',
        smtp_host: host,
        smtp_port: smtpPort,
        smtp_security: 'tls',
        user_name: address,
        password_sealed: ctx.sealer.seal(imapPasswordSealContext({ mailboxId: id, userId }), password),
      })
      .execute()
    return id
  })
  await syncMailboxOnConnect(ctx, mailboxId)
  return mailboxId
}

let emails = 0

export interface Email {
  subject: string
  from?: string
  text?: string
  messageId?: string | null
  more?: string
}

const mimeOf = ({ subject, from = 'Anna <anna@example.com>', text = 'Hello.', messageId, more = '' }: Email): string =>
  [
    `From: ${from}`,
    'To: me@dovecot.example',
    `Subject: ${subject}`,
    ...(messageId === null ? [] : [`Message-ID: ${messageId ?? `<${++emails}@example.com>`}`]),
    `Date: Sun, 29 Nov 2026 12:00:00 +0000`,
    ...(more === '' ? [] : [more]),
    '',
    text,
    '',
  ].join('\r\n')

/** A user with a mailbox at Dovecot, whose folders are listed. */
export async function imapMailbox(
  app: App,
  dovecot: Dovecot,
  {
    folders = [],
    inbox = [],
    server = dovecot,
    smtpPort = 1,
  }: { folders?: string[]; inbox?: Email[]; server?: MailServerAddress; smtpPort?: number } = {},
) {
  const address = await dovecot.newMailbox()
  for (const name of folders) await dovecot.createFolder(address, name)
  for (const email of inbox) await dovecot.save(address, 'INBOX', mimeOf(email))
  const who = await signUp(app)
  const mailboxId = await addImapMailbox(app, who.userId, { address, server, smtpPort })
  await app.runDueJobs()
  const box = <T>(call: (mailbox: MailboxClient) => Promise<T>): Promise<T> => withMailbox(app.ctx, mailboxId, call)
  const rows = () =>
    app.ctx.db.asService((tx) =>
      tx
        .selectFrom('email_folders')
        .select(['id', 'folder_name', 'provider_folder_id', 'is_custom', 'instructions'])
        .where('mailbox_id', '=', mailboxId)
        .orderBy('folder_name')
        .execute(),
    )
  const logs = () =>
    app.ctx.db.asService((tx) =>
      tx
        .selectFrom('email_processing_logs')
        .select(['id', 'message_id', 'subject', 'status', 'reason', 'target_folder_id', 'decided_by'])
        .where('mailbox_id', '=', mailboxId)
        .orderBy('subject')
        .execute(),
    )
  const work = async (
    ...jobs: ('catch-up' | 'detect-manual-moves' | 'sync-mailbox' | 'reconcile-mailboxes')[]
  ): Promise<void> => {
    for (const job of jobs) {
      await app.ctx.db.asService((tx) =>
        job === 'reconcile-mailboxes'
          ? app.ctx.jobs.enqueue(tx, job, {})
          : app.ctx.jobs.enqueue(tx, job, { mailboxId }),
      )
      await app.runDueJobs()
    }
  }
  return {
    address,
    who,
    mailboxId,
    box,
    rows,
    call: (name: string, input: object) => callFunction(app, who, name, input),
    save: (email: Email, folder = 'INBOX') => dovecot.save(address, folder, mimeOf(email)),
    /** Through the filter of the server. */
    deliver: (email: Email) => dovecot.deliver(address, mimeOf(email)),
    /** As the user moves emails with another client. */
    move: (from: string, to: string, ...query: string[]) =>
      dovecot.doveadm('move', '-u', address, to, 'mailbox', from, ...(query.length > 0 ? query : ['all'])),
    /** The provider's id of a folder by its name. */
    async folderId(name: string): Promise<string> {
      return (await box((mailbox) => mailbox.folders())).find((one) => one.displayName === name)?.id ?? ''
    },
    /** Subjects by folder, as the server's own tool reports them. */
    async atServer(): Promise<Record<string, string[]>> {
      const found: Record<string, string[]> = {}
      for (const row of await dovecot.fetch(address, ['mailbox', 'hdr.subject'], 'all'))
        (found[row['mailbox'] ?? ''] ??= []).push(row['hdr.subject'] ?? '')
      return found
    },
    /** Email of this sender belongs into the folder. */
    instruct: (name: string, sender: string) =>
      app.ctx.db.asService((tx) =>
        tx
          .updateTable('email_folders')
          .set({ instructions: `Emails from ${sender}` })
          .where('mailbox_id', '=', mailboxId)
          .where('folder_name', '=', name)
          .execute(),
      ),
    subscribe: () => callFunction(app, who, 'mail-webhook-management', { action: 'subscribe', mailboxId }),
    logs,
    /** What the user has taught by moving emails. */
    corrections: () =>
      app.ctx.db.asService((tx) =>
        tx
          .selectFrom('app.corrections')
          .select(['value', 'folder_id'])
          .where('mailbox_id', '=', mailboxId)
          .orderBy('value')
          .execute(),
      ),
    /** Runs jobs of the mailbox now, and what they enqueue. */
    work,
    /** Catches up until so many emails have been sorted. */
    sorted: (count: number) =>
      expect
        .poll(async () => {
          await work('catch-up')
          return (await logs()).filter(({ status }) => status !== 'processing').length
        })
        .toBe(count),
  }
}
