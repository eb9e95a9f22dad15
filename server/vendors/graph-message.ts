import { z } from 'zod'
import { cleanLine, cleanText } from './clean-text.ts'
import { visibleText } from '../../packages/visible-text/visible-text.ts'

export interface GraphAddress {
  address: string
  name: string
}

/** A mail as the sorter sees it. Written by strangers: all text is cut to a bound and holds no invisible characters. */
export interface GraphMessage {
  id: string
  internetMessageId: string | null
  conversationId: string | null
  subject: string | null
  from: GraphAddress | null
  to: string[]
  cc: string[]
  receivedAt: Date
  parentFolderId: string
  /** The headers in `wantedHeaders`, by lower-case name. */
  headers: Record<string, string>
  text: string
  hasAttachments: boolean
  /** Without inline images. */
  attachmentNames: string[]
  isDraft: boolean
  categories: string[]
}

const textMax = 8000
export const lineMax = 998
const recipientsMax = 50
export const attachmentsMax = 50

/** Headers that tell lists, machines, threads and loops apart. */
const wantedHeaders: ReadonlySet<string> = new Set([
  'auto-submitted',
  'feedback-id',
  'in-reply-to',
  'list-help',
  'list-id',
  'list-owner',
  'list-post',
  'list-unsubscribe',
  'precedence',
  'references',
  'reply-to',
  'return-path',
  'sender',
  'x-auto-response-suppress',
  'x-mailer',
  'x-mailroom-id',
])

export const messageSelect = [
  'id',
  'internetMessageId',
  'conversationId',
  'subject',
  'from',
  'sender',
  'toRecipients',
  'ccRecipients',
  'receivedDateTime',
  'parentFolderId',
  'internetMessageHeaders',
  'body',
  'hasAttachments',
  'isDraft',
  'categories',
].join(',')

/** Where nulls were never seen they are taken all the same: answers drift. */
export const text = z.string().nullish()
export const Recipient = z.object({ emailAddress: z.object({ name: text, address: text }).nullish() }).nullish()

export const MessageAnswer = z
  .object({
    id: z.string().min(1),
    internetMessageId: text,
    conversationId: text,
    subject: text,
    from: Recipient,
    sender: Recipient,
    toRecipients: z.array(Recipient).nullish(),
    ccRecipients: z.array(Recipient).nullish(),
    receivedDateTime: z.coerce.date().nullish().catch(null),
    parentFolderId: z.string(),
    internetMessageHeaders: z.array(z.object({ name: text, value: text })).nullish(),
    body: z.object({ content: text, contentType: text }).nullish(),
    hasAttachments: z.boolean().nullish(),
    isDraft: z.boolean().nullish(),
    categories: z.array(z.string()).nullish(),
  })
  .transform(
    (answer): GraphMessage => ({
      id: answer.id,
      internetMessageId: lineOrNull(answer.internetMessageId),
      conversationId: lineOrNull(answer.conversationId),
      subject: lineOrNull(answer.subject),
      from: addressOf(answer.from) ?? addressOf(answer.sender),
      to: addressesOf(answer.toRecipients),
      cc: addressesOf(answer.ccRecipients),
      receivedAt: answer.receivedDateTime ?? new Date(0),
      parentFolderId: answer.parentFolderId,
      headers: headersOf(answer.internetMessageHeaders ?? []),
      text: cleanText(textOf(answer.body), textMax),
      hasAttachments: answer.hasAttachments ?? false,
      attachmentNames: [],
      isDraft: answer.isDraft ?? false,
      categories: (answer.categories ?? []).map((category) => cleanLine(category, 255)),
    }),
  )

const Attachment = z.object({ name: text, isInline: z.boolean().nullish() })
export const AttachmentPage = z.object({ value: z.array(Attachment) })

/** Names of what was attached on purpose; images that only show inside the body do not count. */
export function namesOf(attachments: z.output<typeof Attachment>[]): string[] {
  const attached = attachments.filter(({ isInline }) => isInline !== true).slice(0, attachmentsMax)
  return attached.map(({ name }) => cleanLine(name ?? '', 255))
}

function textOf(
  body: { content?: string | null | undefined; contentType?: string | null | undefined } | null | undefined,
) {
  const content = body?.content ?? ''
  return body?.contentType?.toLowerCase() === 'html' ? visibleText(content) : content
}

function lineOrNull(value: string | null | undefined): string | null {
  return value === null || value === undefined ? null : cleanLine(value, lineMax)
}

export function addressOf(recipient: z.output<typeof Recipient>): GraphAddress | null {
  const address = cleanLine(recipient?.emailAddress?.address ?? '', 320).toLowerCase()
  const name = cleanLine(recipient?.emailAddress?.name ?? '', 255)
  return address === '' && name === '' ? null : { address, name }
}

export function addressesOf(recipients: z.output<typeof Recipient>[] | null | undefined): string[] {
  const addresses = (recipients ?? []).slice(0, recipientsMax).map((recipient) => addressOf(recipient)?.address ?? '')
  return addresses.filter((address) => address !== '')
}

function headersOf(
  headers: { name?: string | null | undefined; value?: string | null | undefined }[],
): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { name, value } of headers) {
    const key = (name ?? '').toLowerCase()
    if (wantedHeaders.has(key) && !(key in found)) found[key] = cleanLine(value ?? '', lineMax)
  }
  return found
}
