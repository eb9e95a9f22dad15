import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { ControlError } from '../kit/control-error.ts'
import { readControl } from '../kit/read-control.ts'
import {
  addImapMessage,
  createImapMailbox,
  folderNamed,
  MailboxError,
  moveEntry,
  recordChange,
  removeEntry,
} from './mailbox.ts'
import { type Entry, findImapMailbox, type ImapFolder, type ImapMailbox, type ImapSandbox, SIGN_INS } from './state.ts'

const Settings = {
  password: z.string().min(1),
  hidden: z.array(z.string()),
  signIn: z.enum(SIGN_INS),
}
const MailboxBody = z.strictObject({
  ...Settings,
  email: z.string().min(3),
  password: Settings.password.default('app-password'),
  hidden: Settings.hidden.optional(),
  signIn: Settings.signIn.optional(),
  gmail: z.boolean().optional(),
  separator: z.enum(['/', '.']).optional(),
  prefix: z.string().optional(),
  folders: z.array(z.string()).optional(),
})
const ChangeBody = z.strictObject(Settings).partial()
const FlagsBody = z.strictObject({ isRead: z.boolean(), keywords: z.array(z.string()) }).partial()
const MoveBody = z.strictObject({ folder: z.string() })

/** `/control/imap`: mailboxes, and delivery of mail. */
export function imapControl(sandbox: ImapSandbox): Hono {
  const { imap } = sandbox
  const app = new Hono()

  app.post('/mailboxes', async (c) => {
    const { email, ...options } = await readControl(c, MailboxBody)
    if (findImapMailbox(imap, email)) throw new ControlError(409, `there is a mailbox ${email} already`)
    const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
    return c.json(showMailbox(createImapMailbox(imap, { ...given, address: email, password: options.password })), 201)
  })
  app.put('/:email', async (c) => {
    const mailbox = mailboxIn(sandbox, c)
    const change = await readControl(c, ChangeBody)
    Object.assign(mailbox, Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)))
    return c.json(showMailbox(mailbox))
  })

  app.post('/:email/messages', async (c) => {
    const mailbox = mailboxIn(sandbox, c)
    const folder = folderIn(mailbox, c.req.query('folder') ?? 'INBOX')
    const raw = new Uint8Array(await c.req.arrayBuffer())
    const received = c.req.query('received')
    const options = received === undefined ? {} : { internalDate: Date.parse(received) }
    return c.json(showEntry(folder, addImapMessage(sandbox, mailbox, folder, raw, options)), 201)
  })
  app.post('/:email/messages/:id/move', async (c) => {
    const mailbox = mailboxIn(sandbox, c)
    const target = folderIn(mailbox, (await readControl(c, MoveBody)).folder)
    const { folder, entry } = entryIn(mailbox, c)
    const moved = moveEntry(mailbox, folder, entry, target)
    recordChange(sandbox, mailbox)
    return c.json(showEntry(target, moved))
  })
  app.patch('/:email/messages/:id', async (c) => {
    const mailbox = mailboxIn(sandbox, c)
    const { isRead, keywords } = await readControl(c, FlagsBody)
    const { folder, entry } = entryIn(mailbox, c)
    const { flags } = entry.message
    if (isRead === true) flags.add('\\Seen')
    else if (isRead === false) flags.delete('\\Seen')
    if (keywords) for (const flag of flags) if (!/^[\\$]/.test(flag)) flags.delete(flag)
    for (const keyword of keywords ?? []) flags.add(keyword)
    recordChange(sandbox, mailbox)
    return c.json(showEntry(folder, entry))
  })
  app.delete('/:email/messages/:id', (c) => {
    const mailbox = mailboxIn(sandbox, c)
    const { folder, entry } = entryIn(mailbox, c)
    removeEntry(mailbox, folder, entry)
    recordChange(sandbox, mailbox)
    return c.json({})
  })
  app.get('/:email/messages', (c) => {
    const mailbox = mailboxIn(sandbox, c)
    const name = c.req.query('folder')
    const folders = name === undefined ? [...mailbox.folders.values()] : [folderIn(mailbox, name)]
    return c.json(folders.flatMap((folder) => folder.entries.map((entry) => showEntry(folder, entry))))
  })
  return app
}

const showMailbox = ({ address, gmail, separator, prefix, hidden, signIn }: ImapMailbox) => ({
  email: address,
  gmail,
  separator,
  prefix,
  hidden,
  signIn,
})

const showEntry = ({ name, uidValidity }: ImapFolder, { uid, message }: Entry) => ({
  folder: name,
  uidValidity,
  uid,
  id: message.id,
  flags: [...message.flags],
  internalDate: new Date(message.internalDate).toISOString(),
  size: message.raw.length,
  mime: Buffer.from(message.raw).toString('latin1'),
})

function mailboxIn({ imap }: ImapSandbox, c: Context): ImapMailbox {
  const email = c.req.param('email') ?? ''
  const mailbox = findImapMailbox(imap, email)
  if (!mailbox) throw new ControlError(404, `no mailbox ${email}`)
  return mailbox
}

/** The message in its folder, at Gmail in the first one of its labels. */
function entryIn(mailbox: ImapMailbox, c: Context): { folder: ImapFolder; entry: Entry } {
  const id = c.req.param('id') ?? ''
  for (const folder of mailbox.folders.values()) {
    const entry = folder.specialUse === '\\All' ? undefined : folder.entries.find(({ message }) => message.id === id)
    if (entry) return { folder, entry }
  }
  throw new ControlError(404, `no message ${id}`)
}

const folderIn = (mailbox: ImapMailbox, name: string): ImapFolder => asControlErrors(() => folderNamed(mailbox, name))

function asControlErrors<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof MailboxError) throw new ControlError(error.code === 'NONEXISTENT' ? 404 : 409, error.message)
    throw error
  }
}
