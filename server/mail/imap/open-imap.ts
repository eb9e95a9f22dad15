import type { RemoteContext } from '../../context.ts'
import { callAccount, type Account } from '../../outages/call-account.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import { mailServerFailure } from '../../vendors/imap/mail-server-failure.ts'
import type { MailServer, MailServerAccount } from '../../vendors/imap/mail-server.ts'
import type { MailboxClient } from '../../vendors/mailbox/mailbox-client.ts'
import type { MailboxFailureScope } from '../access/mail-provider.ts'
import { MailboxAccessError } from '../access/mailbox-access-error.ts'
import { findMailboxAccess, type MailboxAccess } from '../access/mailbox-access-queries.ts'
import { mailboxAccount } from '../access/mailbox-account.ts'
import { changeMailboxStatus } from '../mailboxes/mailbox-status.ts'
import {
  clearRefusal,
  findImapAccount,
  imapPasswordSealContext,
  saveRefusal,
  type ImapAccountRow,
} from './account-queries.ts'
import type { ImapAccess } from './imap-access.ts'
import { imapMailbox } from './imap-mailbox.ts'
import { unstableFolderCode } from './open-folder.ts'

/** Servers refuse right passwords for a while, too: only a second refusal, this long after the first, counts. */
const refusalConfirmedMs = 3 * 60_000

/** The circuit breaker of a mail server: its accounts have one outage. One host can have several servers. */
export const imapBreaker = ({ host, port }: Pick<MailServer, 'host' | 'port'>): string =>
  `imap/${host.toLowerCase()}:${port}`

/** The sign-in of a mailbox. @throws MailboxAccessError `gone`, and `auth` where the password was deleted */
export async function imapAccount(
  ctx: Pick<RemoteContext, 'db' | 'sealer'>,
  mailboxId: string,
): Promise<{ row: ImapAccountRow; signIn: Pick<MailServerAccount, 'user' | 'password'> }> {
  const row = await ctx.db.asService((tx) => findImapAccount(tx, mailboxId))
  if (!row) throw new MailboxAccessError('gone')
  const password = ctx.sealer.open(imapPasswordSealContext({ mailboxId, userId: row.userId }), row.passwordSealed)
  if (password === '') throw new MailboxAccessError('auth')
  return { row, signIn: { user: row.userName, password } }
}

/** What the operations on a mailbox need. @throws as `imapAccount` */
export async function imapAccess(
  ctx: Pick<RemoteContext, 'clock' | 'db' | 'sealer' | 'vendors'>,
  mailboxId: string,
): Promise<{ row: ImapAccountRow; access: ImapAccess }> {
  const { row, signIn } = await imapAccount(ctx, mailboxId)
  const { imap } = ctx.vendors
  const access: ImapAccess = {
    ctx,
    mailboxId,
    userId: row.userId,
    address: row.address,
    run: (work, options) => imap.run({ mailboxId, account: async () => ({ ...row.imap, ...signIn }) }, work, options),
    async send(message, beforeSending) {
      if (!row.smtp) throw mailServerFailure('submission', 'capability_missing')
      await imap.send({ ...row.smtp, ...signIn }, { from: row.address, ...message }, beforeSending)
    },
  }
  return { row, access }
}

export async function openImap<T>(
  ctx: RemoteContext,
  mailboxId: string,
  call: (mailbox: MailboxClient) => Promise<T>,
  access: MailboxAccess,
): Promise<T> {
  const { row, access: at } = await imapAccess(ctx, mailboxId)
  const mailbox = imapMailbox(at)
  return callAccount(
    ctx,
    accountOf(mailboxId, row),
    (_row, within) =>
      within(async () => {
        try {
          const result = await call(mailbox)
          if (row.refusedAt) await ctx.db.asService((tx) => clearRefusal(tx, mailboxId))
          return result
        } catch (error) {
          throw await confirmRefusal(ctx, mailboxId, row, error)
        }
      }),
    access,
  )
}

const accountOf = (mailboxId: string, { imap }: ImapAccountRow): Account<MailboxAccess> => ({
  ...mailboxAccount(mailboxId),
  breakers: { calls: imapBreaker(imap), tokens: null },
  load: (tx) => findMailboxAccess(tx, mailboxId),
})

/** Only the user can help: the password is wrong, or not enough. */
export const isRefused = (error: unknown): error is VendorError =>
  error instanceof VendorError && error.vendor === 'imap' && error.status === 401

/**
 * The first refusal of a password is an outage of the account. @returns the error to throw
 */
export async function confirmRefusal(
  ctx: RemoteContext,
  mailboxId: string,
  { generation, refusedAt }: ImapAccountRow,
  error: unknown,
): Promise<unknown> {
  if (!isRefused(error)) return error
  const now = ctx.clock.now()
  const sinceMs = refusedAt ? now.getTime() - refusedAt.getTime() : 0
  if (sinceMs < refusalConfirmedMs) {
    await ctx.db.asService((tx) => saveRefusal(tx, { mailboxId, generation, now }))
    return new VendorError('imap', 503, 'sign_in_delayed', refusalConfirmedMs - sinceMs, error)
  }
  // Unless the user has changed the password meanwhile.
  const isSame = (await imapAccount(ctx, mailboxId)).row.generation === generation
  if (!isSame) return new VendorError('imap', 503, 'sign_in_delayed', null, error)
  const isNew = await ctx.db.asService((tx) => changeMailboxStatus(tx, ctx, mailboxId, 'reauth_required'))
  if (isNew) ctx.events.mailboxNeedsSignIn({ mailboxId })
  return error
}

export async function imapFailureScope(
  _ctx: RemoteContext,
  _mailboxId: string,
  error: unknown,
): Promise<MailboxFailureScope> {
  if (isRefused(error)) return 'sign-in'
  return error instanceof VendorError && error.code === unstableFolderCode ? 'unavailable' : null
}
