import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { callFunction, openProduct, signInOrUp, signUp, type User } from '../../scripts/lib/product-client.ts'
import { isWatchWanted } from '../../server/mail/imap/watch-queries.ts'
import { mailJobs } from '../../server/mail/jobs.ts'
import { identityOf } from '../../server/vendors/imap/imap-identities.ts'
import type { ConnectedMailbox } from '../kit/mailbox.ts'
import { imapPassword } from '../kit/sandbox-imap.ts'
import type { App } from '../kit/start-app.ts'
import { train } from '../kit/trained-mailbox.ts'
import { headerOf, ourCommands, splitMessages, type StoredMessage } from './imap-observation.ts'
import type { FaultName, ModelMailServer } from './model-mail-server.ts'

const userPassword = 'correct horse battery'
const unavailable = { service: 'imap', status: 503, error: 'UNAVAILABLE' }
const faults: Record<FaultName, object> = {
  lostMoveResponse: { service: 'imap', method: 'UID MOVE', when: 'after', drop: true, times: 2 },
  resetAfterMove: { service: 'imap', method: 'UID MOVE', when: 'after', drop: true, times: 1 },
  reset: { service: 'imap', drop: true, times: 2 },
  unavailable: { ...unavailable, times: 6 },
  throttled: { service: 'imap', status: 503, error: 'LIMIT', times: 2 },
  throttledFor: { service: 'imap', status: 503, error: 'INUSE', times: 6 },
  outage: unavailable,
  lostSubscription: { service: 'imap', method: 'SELECT', when: 'after', drop: true, times: 1 },
  lostDraft: { service: 'imap', method: 'APPEND', when: 'after', drop: true, times: 1 },
  resetAfterDraft: { service: 'imap', method: 'APPEND', when: 'after', drop: true, times: 2 },
  failedDraft: { ...unavailable, method: 'APPEND', times: 2 },
  lostText: { service: 'imap', method: 'UID EXPUNGE', when: 'after', drop: true, times: 1 },
  lostSend: { service: 'smtp', method: 'DATA', when: 'after', drop: true, times: 1 },
  resetBeforeSend: { service: 'smtp', method: 'DATA', drop: true, times: 2 },
  tokenOutage: { ...unavailable, method: 'AUTHENTICATE' },
  secretExpired: { service: 'imap', method: 'AUTHENTICATE', status: 503, error: 'LIMIT' },
  lostPage: { service: 'imap', method: 'UID FETCH', when: 'after', drop: true, times: 1 },
}

/** The name at the server. */
const nameOf = (folder: string): string => ({ Inbox: 'INBOX', 'Deleted Items': 'Trash' })[folder] ?? folder

const Stored = z.array(
  z.object({
    id: z.string(),
    folder: z.string(),
    uidValidity: z.number(),
    uid: z.number(),
    flags: z.array(z.string()),
    internalDate: z.coerce.date(),
    size: z.number(),
    mime: z.string(),
  }),
)
const Commands = z.array(z.object({ method: z.string(), url: z.string(), status: z.number() }))
const Sent = z.array(z.object({ from: z.string(), subject: z.string() }))

/** A mailbox at the sandbox's IMAP server, whose messages have no id of the server: the hardest kind. */
export async function startImap(app: App): Promise<ModelMailServer> {
  const { clock, ctx } = app
  const email = `${randomBytes(5).toString('hex')}@imap.example`
  const control = (method: string, path: string, body?: unknown) =>
    app.control(method, `/control/imap/${email}${path}`, body)
  await app.control('POST', '/control/imap/mailboxes', {
    email,
    password: imapPassword,
    folders: ['Invoices', 'Newsletters'],
  })
  const product = await openProduct(app.url)
  const user = await signUp(product, `${randomBytes(5).toString('hex')}@people.example`, userPassword)
  const serverAt = (url: string | null | undefined) => {
    const { hostname: host, port } = new URL(url ?? '')
    return { host, port: Number(port), security: 'tls' }
  }
  const connect = (as: User) =>
    callFunction(product, as, 'mail-authentication', {
      action: 'connect-imap',
      email,
      password: imapPassword,
      imap: serverAt(app.sandbox.imapUrl),
      smtp: serverAt(app.sandbox.submissionUrl),
    })
  const { mailboxId } = z.object({ mailboxId: z.uuid() }).parse(await connect(user))
  await app.runDueJobs()

  let delivered = 0
  async function deliver({
    from = '',
    subject,
    text = '',
    folder = 'Inbox',
    received = clock.now(),
  }: Parameters<ConnectedMailbox['deliver']>[0]): Promise<string> {
    const id = `<${++delivered}@senders.example>`
    const headers = [`From: <${from}>`, `To: <${email}>`, `Subject: ${subject}`, `Message-ID: ${id}`]
    const mime = [...headers, `Date: ${received.toUTCString()}`, '', text, ''].join('\r\n')
    const at = new URLSearchParams({ folder: nameOf(folder), received: received.toISOString() })
    await control('POST', `/messages?${at}`, mime)
    return id
  }
  await train(app, {
    mailboxId,
    deliver,
    call: (name, body) => callFunction(product, user, name, body),
  })

  /** Of all messages that the server has ever shown: the id in the sandbox, and in the model by what a move keeps. */
  const sandboxIds = new Map<string, string>()
  const idsByHint = new Map<string, string>()
  const idsByUid = new Map<number, string>()
  async function readMessages(): Promise<StoredMessage[]> {
    const messages = Stored.parse(await control('GET', '/messages'))
    return messages.map(({ mime, internalDate, size, uid, ...message }) => {
      const id = headerOf(mime, 'Message-ID')
      const from = [{ address: /<(.*)>|$/.exec(headerOf(mime, 'From'))?.[1] ?? headerOf(mime, 'From') }]
      const envelope = { messageId: id, from }
      const { hint } = identityOf({ seq: 0, uid, size, internalDate, envelope }, null)
      idsByHint.set(hint, id)
      sandboxIds.set(id, message.id)
      if (message.folder === 'INBOX') idsByUid.set(uid, id)
      return { ...message, id, mime }
    })
  }
  let hasNews = true
  const withSandboxId = (id: string): string => sandboxIds.get(id) ?? id

  return {
    mailbox: { mailboxId, product, user, signInAgain: () => signInOrUp(product, user.email, userPassword) },
    async deliver(mail) {
      const id = await deliver(mail)
      await readMessages()
      return id
    },
    move: (id, folder) => control('POST', `/messages/${withSandboxId(id)}/move`, { folder: nameOf(folder) }),
    markRead: (id, isRead) => control('PATCH', `/messages/${withSandboxId(id)}`, { isRead }),
    setTags: (id, keywords) => control('PATCH', `/messages/${withSandboxId(id)}`, { keywords }),
    async remove(id, permanently) {
      const message = (await readMessages()).find((one) => one.id === id)
      const path = `/messages/${withSandboxId(id)}`
      if (permanently || message?.folder === 'Trash') await control('DELETE', path)
      else await control('POST', `${path}/move`, { folder: 'Trash' })
    },
    setFault: (name, skip) => app.faults({ ...faults[name], skip }),
    // What a watch does, which is not awaited.
    async readNews() {
      const isAnnounced = hasNews && (await ctx.db.asService((tx) => isWatchWanted(tx, mailboxId)))
      hasNews = true
      if (isAnnounced) await mailJobs['catch-up'](ctx, { mailboxId })
    },
    // Without a connection that waits for news, polling finds the message.
    async disturbNews(fault) {
      if (fault === 'twice') return
      hasNews = false
      await ctx.vendors.imap.close(mailboxId)
    },
    endWatch: () => ctx.vendors.imap.close(mailboxId),
    async endSignIn(how) {
      await control('PUT', '', how === 'mfa' ? { signIn: 'app-password' } : { password: `changed: ${how}` })
      await ctx.vendors.imap.close(mailboxId)
    },
    restoreSignIn: () => control('PUT', '', { password: imapPassword, signIn: 'ok' }),
    async connect(as) {
      await connect(as)
    },
    // The dying node has the only connection for work.
    beforeCrash: () => ctx.vendors.imap.close(mailboxId),
    confirmsSends: false,
    async observe() {
      const [messages, commands, sent, stored] = await Promise.all([
        readMessages(),
        app.control('GET', '/control/requests?service=imap'),
        app.control('GET', '/control/outbox'),
        ctx.db.asService(async (tx) => ({
          folders: await tx.selectFrom('app.imap_folders').select(['id', 'path']).execute(),
          messages: await tx.selectFrom('app.imap_messages').select(['id', 'hint_hash']).execute(),
        })),
      ])
      const ids = new Map(stored.messages.map(({ id, hint_hash: hint }) => [id, idsByHint.get(hint)]))
      const subjects = Sent.parse(sent).flatMap(({ from, subject }) => (from === email ? [subject] : []))
      const doubled = subjects.filter((subject, n) => subjects.indexOf(subject) !== n)
      const { forbiddenCalls, ...calls } = ourCommands(Commands.parse(commands), idsByUid)
      return {
        ...splitMessages(messages, new Map(stored.folders.map(({ id, path }) => [path, id]))),
        ...calls,
        forbiddenCalls: [...forbiddenCalls, ...doubled.map((subject) => `${subject} was sent again`)],
        subscriptions: null,
        idOf: (productId) => ids.get(productId) ?? productId,
      }
    },
  }
}
