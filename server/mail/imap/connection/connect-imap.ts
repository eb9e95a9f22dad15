import { defaultMailboxName } from '../../../../contract/limits.ts'
import type { MailAuthenticationInput } from '../../../../contract/functions/mail-authentication.ts'
import type { Context } from '../../../context.ts'
import { publishLiveEvent } from '../../../db/live-events.ts'
import { fail } from '../../../errors.ts'
import { prepareConnectedNotice } from '../../../grants/notify-connected.ts'
import type { Caller } from '../../../http/request/caller.ts'
import { isSessionRecentlyAuthenticated } from '../../../shared/sessions.ts'
import { normalHost } from '../../../vendors/imap/safe-host.ts'
import { hasConnectedBefore } from '../../mailboxes/has-connected-before.ts'
import { reportStatus } from '../../mailboxes/mailbox-status.ts'
import { findOwnMailbox } from '../../mailboxes/mailbox-queries.ts'
import { resumeMailbox } from '../../mailboxes/resume-mailbox.ts'
import { findImapAccount, imapPasswordSealContext } from '../account-queries.ts'
import { checkServers, type MailServers } from './check-servers.ts'
import { upsertConnectedMailbox } from '../../mailboxes/connected-mailbox-queries.ts'
import { imapBreaker } from '../open-imap.ts'
import { findImapMailbox, isConnectedElsewhere, upsertImapAccount, type ImapIdentity } from './connect-queries.ts'

export interface ConnectedImap {
  mailboxId: string
  /** False: the user's mailbox of this sign-in was connected before. */
  isNew: boolean
}

type User = Pick<Caller, 'userId' | 'sessionId'>
type ConnectInput = Extract<MailAuthenticationInput, { action: 'connect-imap' }>
type ChangeInput = Extract<MailAuthenticationInput, { action: 'change-password' }>

/**
 * Connects the mailbox of a sign-in to mail servers, which is tried first.
 * @throws AppError that names the step that failed; `mailbox_taken`; `mailbox_at_other_server`;
 * `reauthentication_needed` to connect a mailbox again, which replaces its password
 */
export async function connectImap(
  ctx: Context,
  { userId, sessionId }: User,
  input: ConnectInput,
): Promise<ConnectedImap> {
  const user = input.user ?? input.email
  const servers = { imap: normalServer(input.imap), smtp: input.smtp ? normalServer(input.smtp) : null }
  const identity: ImapIdentity = { host: servers.imap.host, account: user.toLowerCase() }
  const [known, isElsewhere] = await ctx.db.asService(async (tx) => [
    await findImapMailbox(tx, userId, identity),
    await isConnectedElsewhere(tx, userId, { email: input.email, host: identity.host }),
  ])
  if (known === null && isElsewhere) fail('mailbox_at_other_server')
  if (known !== null) await requireRecentSignIn(ctx, { userId, sessionId })
  await checkServers(servers, { user, password: input.password }, ctx.config.imap)
  const isBeginner = !(await hasConnectedBefore(ctx, userId))
  const notify = await prepareConnectedNotice(ctx, { userId, notice: 'mailbox_added', account: input.email })
  const mailboxId = await ctx.db.asService(async (tx) => {
    const name = input.mailboxName || defaultMailboxName
    const id = await upsertConnectedMailbox(tx, {
      userId,
      provider: 'imap',
      tenantId: identity.host,
      accountId: identity.account,
      address: input.email,
      name,
      breakers: { calls: imapBreaker(servers.imap), tokens: null },
    })
    if (id === null) fail('mailbox_taken')
    const at = { mailboxId: id, userId }
    const passwordSealed = ctx.sealer.seal(imapPasswordSealContext(at), input.password)
    await upsertImapAccount(tx, at, { ...servers, user, passwordSealed })
    if (known === null && !isBeginner) await notify(tx)
    await resumeMailbox(ctx, tx, at)
    await reportStatus(tx, ctx, { ...at, status: 'active' })
    await publishLiveEvent(tx, userId, { type: 'mailbox', mailboxId: id })
    return id
  })
  // The open one signed in with the former password.
  await ctx.vendors.imap.close(mailboxId)
  ctx.events.mailboxConnected({ userId, mailboxId })
  return { mailboxId, isNew: known === null }
}

/**
 * Stores the new password of a mailbox, which is tried first at its servers.
 * @throws AppError as `connectImap`; `mailbox_not_found`; `mailbox_without_password`
 */
export async function changeImapPassword(
  ctx: Context,
  { userId, sessionId }: User,
  input: ChangeInput,
): Promise<ConnectedImap> {
  const at = { userId, mailboxId: input.mailboxId }
  const [mailbox, account] = await ctx.db.asService(async (tx) => [
    await findOwnMailbox(tx, at),
    await findImapAccount(tx, at.mailboxId),
  ])
  if (!mailbox) fail('mailbox_not_found')
  if (!account) fail('mailbox_without_password')
  const { userName: user, imap, smtp, address: email } = account
  return connectImap(
    ctx,
    { userId, sessionId },
    { action: 'connect-imap', email, user, password: input.password, imap, ...(smtp && { smtp }) },
  )
}

async function requireRecentSignIn(ctx: Pick<Context, 'clock' | 'db'>, at: User): Promise<void> {
  const isRecent = await ctx.db.asAccounts((tx) => isSessionRecentlyAuthenticated(tx, at, ctx.clock.now()))
  if (!isRecent) fail('reauthentication_needed')
}

const normalServer = (server: MailServers['imap']): MailServers['imap'] => ({
  ...server,
  host: normalHost(server.host),
})
