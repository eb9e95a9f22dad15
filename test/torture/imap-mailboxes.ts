import { createHash } from 'node:crypto'
import { ImapFlow } from 'imapflow'
import { z } from 'zod'
import type { AppHandle } from '../../bench/lib/bench-app.ts'
import { content, createUser, passwordOfUsers, type BenchMailbox } from '../../bench/lib/mailboxes.ts'
import { callFunction } from '../../scripts/lib/product-client.ts'
import { startCuttingProxy, type Incident } from '../kit/cutting-proxy.ts'
import { startDovecot } from '../kit/dovecot.ts'
import { addDraftAction, type GraphCall, type MailboxOfRun, type SandboxMessage } from './mailboxes.ts'

/** The plan of the user: more emails than a run delivers. */
const planEmails = 25_000
const folders = ['Invoices', 'Newsletters']

const mimeOf = (n: number, { subject, from, text }: ReturnType<typeof content>): string =>
  [
    `From: Someone <${from}>`,
    'To: me@dovecot.example',
    `Subject: ${subject}`,
    // Some servers and programs repeat it: it identifies no email.
    `Message-ID: <${n % 7 === 0 ? 'same' : n}@dovecot.example>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '',
  ].join('\r\n')

const hashOf = (text: string): string => createHash('sha256').update(text.replaceAll('\r', '')).digest('hex')

/** What a move must not change. */
interface Content {
  hash: string
  flags: string
  received: string
}

/** A Dovecot to which the nodes connect through a proxy that cuts and swallows connections. */
export async function startImapServer() {
  await using parts = new AsyncDisposableStack()
  const dovecot = parts.use(await startDovecot())
  const proxy = parts.use(await startCuttingProxy({ port: dovecot.plainPort }))
  const faults: GraphCall[] = []
  const opened = parts.move()
  return {
    /** What a node has to trust. */
    certificateFile: dovecot.certificateFile,

    /** Happens at the next such command. */
    async interrupt(incident: Incident, clock: { now: () => Date }): Promise<void> {
      await proxy.next(incident)
      faults.push({
        requestId: `fault ${faults.length}`,
        at: clock.now().toISOString(),
        method: 'IMAP',
        url: '',
        status: 0,
        concurrency: 0,
        exceedsConcurrency: false,
      })
    },

    /** A mailbox with enough filed email to sort new email of the same kind with confidence. */
    async createMailbox(app: AppHandle): Promise<BenchMailbox & MailboxOfRun> {
      const email = await dovecot.newMailbox()
      for (const name of folders) await dovecot.createFolder(email, name)
      const user = await createUser(app, planEmails)
      const client = new ImapFlow({
        host: dovecot.host,
        port: dovecot.port,
        secure: true,
        auth: { user: email, pass: dovecot.password },
        logger: false,
        tls: { ca: dovecot.certificate },
      })
      client.on('error', () => undefined)
      await client.connect()
      opened.defer(() => client.close())
      let moving: Promise<unknown> = Promise.resolve()
      const expected = new Map<string, Content>()
      const deliver = async (n: number, folder = 'INBOX'): Promise<string> => {
        const written = content(n)
        const text = mimeOf(n, written)
        const flags = n % 5 === 0 ? ['\\Flagged'] : []
        // Dovecot replaces a date in its future, and its clock is the machine's.
        const received = new Date(Math.floor(Date.now() / 1000 - 60) * 1000)
        await client.append(folder, text, flags, received)
        expected.set(written.subject, { hash: hashOf(text), flags: flags.join(' '), received: received.toISOString() })
        return written.subject
      }
      for (let n = 0; n < 24; n++) await deliver(n, folders[n % 2])
      const connected = await callFunction(user.product, user.user, 'mail-authentication', {
        action: 'connect-imap',
        email,
        password: dovecot.password,
        imap: { host: proxy.host, port: proxy.port, security: 'tls' },
      })
      const { mailboxId } = z.object({ mailboxId: z.string() }).parse(connected)
      await callFunction(user.product, user.user, 'mail-graph', { action: 'sync-folders', mailboxId })
      await callFunction(user.product, user.user, 'mail-webhook-management', { action: 'subscribe', mailboxId })
      await app.ctx.jobs.runDueJobs()
      // The nodes watch it.
      await app.ctx.vendors.imap.close(mailboxId)
      const mailbox: BenchMailbox = {
        email,
        mailboxId,
        userId: user.user.userId,
        user: user.user,
        accountEmail: user.accountEmail,
        password: passwordOfUsers,
      }
      await addDraftAction(app, mailbox)
      return {
        ...mailbox,
        deliver,
        // The product's ids are its own: emails are recognised by their subjects, which differ.
        keyOf: ({ messageId, subject }) => subject ?? messageId,
        async messages(): Promise<SandboxMessage[]> {
          const rows = await dovecot.fetch(email, ['mailbox', 'hdr.subject', 'flags'], 'all')
          return rows.map((row) => {
            const [subject = '', folder = ''] = [row['hdr.subject'], row['mailbox']]
            const isDraft = (row['flags'] ?? '').includes('\\Draft')
            const id = isDraft ? `draft: ${subject}` : subject
            const conversationId = subject.replace(/^Re: /, '')
            return { id, folder: folder === 'INBOX' ? 'Inbox' : folder, isDraft, conversationId }
          })
        },
        async readInbox() {
          await dovecot.doveadm('flags', 'add', '-u', email, '\\Seen', 'mailbox', 'INBOX')
        },
        async moveToInbox(subject) {
          const query = ['mailbox', 'Newsletters', 'HEADER', 'Subject', subject]
          // Two programs that move the same email at once would leave two of it.
          moving = moving.then(() => dovecot.doveadm('move', '-u', email, 'INBOX', ...query))
          await moving
        },
        faults: () => faults,
        async findChanges(): Promise<string[]> {
          const fields = ['hdr.subject', 'text', 'flags', 'date.received.unixtime']
          const rows = await dovecot.fetch(email, fields, 'NOT', 'mailbox', 'Drafts')
          return rows.flatMap((row) => {
            const subject = row['hdr.subject'] ?? ''
            const now: Content = {
              hash: hashOf(row['text'] ?? ''),
              // The run itself marks email as read.
              flags: (row['flags'] ?? '').replaceAll(/\\(?:Recent|Seen)/g, '').trim(),
              received: new Date(Number(row['date.received.unixtime']) * 1000).toISOString(),
            }
            const before = JSON.stringify(expected.get(subject))
            return before === JSON.stringify(now) ? [] : [`4: ${subject} was ${before}, and is ${JSON.stringify(now)}`]
          })
        },
      }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

export type ImapServerOfRun = Awaited<ReturnType<typeof startImapServer>>
