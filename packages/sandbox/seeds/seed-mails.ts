import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { NewMessage } from '../microsoft/deliver-message.ts'
import { readMime } from '../microsoft/mime.ts'

/** An email of the demo: `mail/filed/FOLDER/KEY.eml` is in its folder, `mail/arriving/FOLDER/KEY.eml` arrives. */
export type SeedMail = {
  key: string
  /** The path of the folder that contains it, or in which the owner expects it; `Inbox`: it stays there. */
  folder: string
  language: string
  /** Milliseconds from the start of the day of delivery; negative where it is of an earlier day. */
  sentAfter: number
  message: NewMessage
  /** The file. */
  raw: Buffer
}

/** Filed emails from the oldest to the newest; arriving ones shuffled in a fixed order. */
export type SeedMails = { filed: SeedMail[]; arriving: SeedMail[] }

/** `Date` in a file counts from this day, which stands for the day of delivery. */
const REFERENCE_DAY = Date.UTC(2026, 0, 1)

/** What is a field of the message, or describes the file. Other headers stay headers. */
const FIELD_HEADERS = new Set([
  'from',
  'to',
  'cc',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'importance',
  'thread-topic',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'content-language',
  'content-class',
])

export async function readSeedMails(): Promise<SeedMails> {
  const [filed, arriving] = await Promise.all([readMails('filed'), readMails('arriving')])
  return {
    filed: filed.sort((left, right) => left.sentAfter - right.sentAfter || left.key.localeCompare(right.key)),
    arriving: arriving.sort((left, right) => shuffleKey(left).localeCompare(shuffleKey(right))),
  }
}

function shuffleKey({ key }: SeedMail): string {
  return createHash('sha256').update(key).digest('hex')
}

async function readMails(kind: 'filed' | 'arriving'): Promise<SeedMail[]> {
  const root = join(import.meta.dirname, 'mail', kind)
  const paths = (await readdir(root, { recursive: true })).filter((path) => path.endsWith('.eml'))
  return Promise.all(
    paths.map(async (path) => {
      const raw = await readFile(join(root, path))
      const folder = dirname(path).replaceAll('\\', '/')
      return { key: basename(path, '.eml'), folder, raw, ...seedMail(await readMime(raw)) }
    }),
  )
}

function seedMail(read: NewMessage): Pick<SeedMail, 'language' | 'sentAfter' | 'message'> {
  const { subject, from, toRecipients, ccRecipients, replyTo, body, importance, internetMessageId, attachments } = read
  const headers = read.internetMessageHeaders ?? []
  const valueOf = (name: string) => headers.find((header) => header.name === name)?.value
  const thread = valueOf('Thread-Topic')
  return {
    language: valueOf('Content-Language') ?? 'en',
    sentAfter: Date.parse(read.sentDateTime ?? '') - REFERENCE_DAY,
    message: {
      subject,
      from,
      toRecipients,
      ccRecipients,
      replyTo,
      importance,
      internetMessageId,
      // The parser ends the text with a line break.
      body: body && { ...body, content: body.content.replace(/\n$/, '') },
      internetMessageHeaders: headers.filter(
        ({ name, value }) => !FIELD_HEADERS.has(name.toLowerCase()) || value.startsWith('multipart/report'),
      ),
      odataType:
        valueOf('Content-Class') === 'urn:content-classes:calendarmessage'
          ? '#microsoft.graph.eventMessageRequest'
          : null,
      ...(thread && { conversationId: Buffer.from(`seed:${thread}`).toString('base64url') }),
      attachments: attachments?.map((file) => ({
        ...file,
        contentType: file.contentType ?? 'message/rfc822',
      })),
    },
  }
}
