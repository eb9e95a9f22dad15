import { graphTime } from '../kit/clock.ts'
import type { NewAttachment, NewMessage } from '../microsoft/deliver-message.ts'
import { owner } from './mailbox-owner.ts'
import type { SeedMail } from './seed-mails.ts'

type Delivery = {
  now: Date
  /** The receiving mailbox; it replaces the seeds' owner in the recipients. */
  email?: string
  /** Set for arriving mail, and different each time, so that no message id repeats. */
  serial?: string
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The message that a mailbox gets at a time. */
export function seedMessage(mail: SeedMail, { now, email = owner.address, serial }: Delivery): NewMessage {
  const { message, sentAfter } = structuredClone(mail)
  const isFiled = serial === undefined
  const sent = isFiled ? now.getTime() - (now.getTime() % DAY_MS) + sentAfter : now.getTime()
  return {
    ...message,
    toRecipients: message.toRecipients?.map((to) =>
      to.emailAddress.address === owner.address && email !== owner.address
        ? { emailAddress: { name: email, address: email } }
        : to,
    ),
    isRead: isFiled && sentAfter < -DAY_MS,
    ...(isFiled
      ? { receivedDateTime: graphTime(sent), sentDateTime: graphTime(sent) }
      : { internetMessageId: message.internetMessageId?.replace('@', `.${serial}@`) }),
    attachments: message.attachments?.map((file) => (file.contentType === 'text/calendar' ? dated(file, sent) : file)),
  }
}

/** In an invitation `{days:N}` becomes the date N days after the mail was sent. */
function dated(file: NewAttachment, sent: number): NewAttachment {
  const text = Buffer.from(file.bytes)
    .toString()
    .replace(/\{days:(\d+)\}/g, (_, days: string) =>
      graphTime(sent + Number(days) * DAY_MS)
        .slice(0, 10)
        .replaceAll('-', ''),
    )
  // The parser shortens the line ends of a calendar (RFC 5545).
  return { ...file, bytes: Buffer.from(text.replaceAll('\n', '\r\n')) }
}
