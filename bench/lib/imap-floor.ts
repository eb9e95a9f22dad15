import { ImapFlow } from 'imapflow'
import { mailCertificate } from '../../test/kit/mail-certificate.ts'

interface SignIn {
  host: string
  port: number
  user: string
  password: string
}

/** The least possible work that sorts the email of a mailbox: what a decision needs is read, and the email is moved. */
export async function openImapFloor({ host, port, user, password }: SignIn) {
  const client = new ImapFlow({
    host,
    port,
    secure: true,
    auth: { user, pass: password },
    logger: false,
    tls: { ca: mailCertificate().certificate },
    disableAutoIdle: true,
  })
  await client.connect()
  await client.mailboxOpen('INBOX')
  const query = { envelope: true, bodyStructure: true, flags: true, size: true, internalDate: true, headers: true }

  async function sort(uid: number): Promise<string> {
    const message = await client.fetchOne(String(uid), query, { uid: true })
    await client.fetchOne(String(uid), { bodyParts: ['1'] }, { uid: true })
    if (!(await client.messageMove(String(uid), 'Invoices', { uid: true }))) throw new Error('The floor moved nothing')
    return message ? (message.envelope?.subject ?? '') : ''
  }

  /** @returns the subjects of the emails that it has moved */
  async function sortAll(): Promise<string[]> {
    // Makes the server look for new email.
    await client.noop()
    const found = (await client.search({ all: true }, { uid: true })) || []
    const subjects: string[] = []
    for (const uid of found) subjects.push(await sort(uid))
    return subjects
  }

  return {
    sortAll,
    /** Moves each email when it arrives, until `count` are moved. @returns when each was moved, by subject */
    async sortOnArrival(count: number): Promise<Map<string, number>> {
      const moved = new Map<string, number>()
      while (moved.size < count) {
        const hasArrived = new Promise<void>((resolve) => void client.once('exists', () => resolve()))
        const idling = client.idle()
        await hasArrived
        const subjects = await sortAll()
        await idling
        for (const subject of subjects) moved.set(subject, Date.now())
      }
      return moved
    },
    append: (text: string) => client.append('INBOX', Buffer.from(text)),
    [Symbol.asyncDispose]: () => client.logout(),
  }
}
