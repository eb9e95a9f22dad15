import type { NewAttachment, NewMessage } from '../deliver-message.ts'
import type { Recipient } from '../model.ts'
import { writeMime } from '../send/write-mime.ts'
import { htmlToText } from '../simulate-graph-text-body.ts'
import type { GraphCall } from './graph-call.ts'
import { GraphError } from './errors.ts'
import type { AttachmentBody, MessageBody } from './schemas.ts'

const MAX_ATTACHMENT_BYTES = 3 * 2 ** 20
const MAX_RECIPIENTS = 500

/** The validated fields of a message that a client writes. @throws GraphError */
export function fieldsFrom(call: GraphCall, body: MessageBody): NewMessage {
  const { attachments, internetMessageHeaders, singleValueExtendedProperties, flag, isReadReceiptRequested, ...plain } =
    body
  for (const { name } of internetMessageHeaders ?? []) {
    if (/^x-/i.test(name)) continue
    throw new GraphError(
      400,
      'InvalidInternetMessageHeader',
      `The internet message header name '${name}' should start with 'x-' or 'X-'.`,
    )
  }
  checkRecipients([...(body.toRecipients ?? []), ...(body.ccRecipients ?? []), ...(body.bccRecipients ?? [])])
  checkSender(call, body)
  return {
    ...plain,
    text: body.body && (body.body.contentType === 'html' ? htmlToText(body.body.content) : body.body.content),
    flag: flag && { ...flag },
    isReadReceiptRequested: isReadReceiptRequested ?? undefined,
    internetMessageHeaders,
    extendedProperties: singleValueExtendedProperties,
    attachments: attachments?.map((attachment) => attachmentFrom(call, attachment)),
  }
}

function checkRecipients(recipients: Recipient[]): void {
  if (recipients.length > MAX_RECIPIENTS) {
    throw new GraphError(400, 'ErrorInvalidRecipients', `A message can have at most ${MAX_RECIPIENTS} recipients.`)
  }
  for (const { emailAddress } of recipients) {
    if (/^[^\s@<>",;]+@[^\s@<>",;]+$/.test(emailAddress.address ?? '')) continue
    throw new GraphError(400, 'ErrorInvalidRecipients', 'At least one recipient is not valid.')
  }
}

function checkSender(call: GraphCall, { from, sender }: MessageBody): void {
  const { email, userPrincipalName } = call.mailbox.account
  const own = [email.toLowerCase(), userPrincipalName.toLowerCase()]
  for (const person of [from, sender]) {
    if (!person || own.includes(person.emailAddress.address.toLowerCase())) continue
    throw new GraphError(
      403,
      'ErrorSendAsDenied',
      'The user account which was used to submit this request does not have the right ' +
        'to send mail on behalf of the specified sending account.',
    )
  }
}

export function attachmentFrom(call: GraphCall, body: AttachmentBody): NewAttachment {
  const type = body['@odata.type'].endsWith('itemAttachment')
    ? 'item'
    : body['@odata.type'].endsWith('referenceAttachment')
      ? 'reference'
      : 'file'
  const bytes = type === 'item' ? itemBytes(body.item ?? {}) : Buffer.from(body.contentBytes ?? '', 'base64')
  if (bytes.byteLength >= MAX_ATTACHMENT_BYTES) {
    const { attachmentTooLarge } = call.sandbox.config
    throw attachmentTooLarge === '413'
      ? new GraphError(
          413,
          'RequestEntityTooLarge',
          'The attachment is too large for one request; use an upload session.',
        )
      : new GraphError(400, 'ErrorAttachmentSizeLimitExceeded', 'The size of the attachment exceeds the limit.')
  }
  return {
    type,
    name: body.name,
    contentType: body.contentType,
    contentId: body.contentId,
    isInline: body.isInline,
    bytes,
  }
}

/** An attached item is stored as MIME, like one that arrives by mail. */
function itemBytes(item: Record<string, unknown>): Uint8Array {
  const subject = typeof item.subject === 'string' ? item.subject : null
  const inner = item.body
  const content = typeof inner === 'object' && inner !== null && 'content' in inner ? String(inner.content) : ''
  const plain = { from: null, toRecipients: [], ccRecipients: [], internetMessageHeaders: [], attachments: [] }
  const about = { sentDateTime: new Date(0).toISOString(), internetMessageId: '<attached@sandbox.example>' }
  return writeMime({ subject, ...plain, ...about, body: { contentType: 'html', content } })
}
