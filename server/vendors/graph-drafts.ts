import { z } from 'zod'
import type { GraphTransport } from './graph-request.ts'

/** A draft that we made, as far as it matters to whoever made it. */
export interface GraphDraft {
  id: string
  etag: string
  /** False once it was sent. */
  isDraft: boolean
  folderId: string
  subject: string
  /** To, cc and bcc, lower case, in this order. */
  recipients: string[]
  /** Outlook's own page of it; null where it gave none that may be shown. */
  webLink: string | null
  /** HTML, with the quoted mail. */
  html: string
  createdAt: Date
  changedAt: Date
  /** Our text stands in it. */
  isWritten: boolean
}

/**
 * The mark by which a draft is found again: a named property of our own, which travels with the item wherever it is moved.
 * The value is the id of the effect, and ` written` once our text is in.
 */
const markId = 'String {6f0a1d2e-5c1b-4f7e-9a35-0d5b7c1e8a42} Name mailroom-effect'
const writtenMark = ' written'
/** Travels with what is sent, so that our own mail is told from a stranger's (checklist F10). */
export const ownHeader = 'x-mailroom-id'

export const mark = (effectId: string, isWritten: boolean) => [
  { id: markId, value: isWritten ? `${effectId}${writtenMark}` : effectId },
]

export const Properties = z.array(z.object({ id: z.string(), value: z.string().nullish() })).nullish()
/** Null where a mail bears no mark of ours. */
export const effectIdOf = (properties: z.output<typeof Properties>): string | null =>
  (properties ?? []).find(({ id }) => id.toLowerCase() === markId.toLowerCase())?.value?.split(' ')[0] ?? null

const moment = z.coerce.date().nullish().catch(null)
const Recipients = z
  .array(z.object({ emailAddress: z.object({ address: z.string().nullish() }).nullish() }))
  .nullish()
  .transform((list) => (list ?? []).map((recipient) => (recipient.emailAddress?.address ?? '').toLowerCase()))
export const Draft = z
  .object({
    id: z.string().min(1),
    '@odata.etag': z.string().min(1),
    isDraft: z.boolean().nullish(),
    parentFolderId: z.string().nullish(),
    subject: z.string().nullish(),
    toRecipients: Recipients,
    ccRecipients: Recipients,
    bccRecipients: Recipients,
    webLink: z.string().nullish(),
    body: z.object({ content: z.string().nullish() }).nullish(),
    createdDateTime: moment,
    lastModifiedDateTime: moment,
    singleValueExtendedProperties: Properties,
  })
  .transform(
    (answer): GraphDraft => ({
      id: answer.id,
      etag: answer['@odata.etag'],
      isDraft: answer.isDraft ?? false,
      folderId: answer.parentFolderId ?? '',
      subject: answer.subject ?? '',
      recipients: [...answer.toRecipients, ...answer.ccRecipients, ...answer.bccRecipients],
      webLink: answer.webLink?.startsWith('https://') ? answer.webLink.slice(0, 2000) : null,
      html: answer.body?.content ?? '',
      createdAt: answer.createdDateTime ?? new Date(0),
      changedAt: answer.lastModifiedDateTime ?? new Date(0),
      isWritten: (answer.singleValueExtendedProperties ?? []).some(({ value }) => value?.endsWith(writtenMark)),
    }),
  )
export const select =
  '$select=id,isDraft,parentFolderId,subject,toRecipients,ccRecipients,bccRecipients,webLink,body,createdDateTime,lastModifiedDateTime'
export const expand = `$expand=${encodeURIComponent(`singleValueExtendedProperties($filter=id eq '${markId}')`)}`
/** Drafts with long quotes take Outlook a while. */
const drafts = { maxBytes: 48 * 1024 * 1024, timeoutMs: 30_000 }
const asHtml = 'outlook.body-content-type="html"'
/**
 * How Outlook gives the body of a draft, which is written back with our text in it. Of a reply without what it takes for unsafe (scripts and the like): the
 * person sends what is quoted on in their own name. Of a forward as it came, for it is to carry the original unchanged. Decision record 013.
 */
export const ofDraft = {
  reply: { ...drafts, prefer: [asHtml] },
  forward: { ...drafts, prefer: ['outlook.allow-unsafe-html', asHtml] },
}
export type DraftKind = keyof typeof ofDraft

/** The draft with this mark, wherever in the mailbox it is; null where there is none. */
export async function findDraft(
  graph: GraphTransport,
  token: string,
  { effectId, kind }: { effectId: string; kind: DraftKind },
): Promise<GraphDraft | null> {
  const filter = `singleValueExtendedProperties/any(ep:ep/id eq '${markId}' and startswith(ep/value,'${effectId}'))`
  const path = `/me/messages?$filter=${encodeURIComponent(filter)}&${expand}&${select}&$top=2`
  const page = await graph.read({ token, path, ...ofDraft[kind] }, z.object({ value: z.array(Draft) }))
  return page.value[0] ?? null
}

/** A reply to the sender in Drafts, with the quoted mail and no text of ours yet (Graph leaves a comment out of it). Not to be repeated blindly. */
export function createReply(
  graph: GraphTransport,
  token: string,
  { messageId, effectId }: { messageId: string; effectId: string },
): Promise<GraphDraft> {
  const message = {
    internetMessageHeaders: [{ name: ownHeader, value: effectId }],
    singleValueExtendedProperties: mark(effectId, false),
  }
  const path = `/me/messages/${encodeURIComponent(messageId)}/createReply`
  return graph.read({ token, method: 'POST', path, body: { message }, ...ofDraft.reply }, Draft)
}

/**
 * Replaces the body of a draft, with the mark that it is written, in one step; refused with 412 where somebody has changed it since.
 * @param html the whole body, with what was quoted
 */
export async function writeDraft(
  graph: GraphTransport,
  token: string,
  { draft, effectId, html }: { draft: Pick<GraphDraft, 'id' | 'etag'>; effectId: string; html: string },
): Promise<void> {
  const body = { body: { contentType: 'html', content: html }, singleValueExtendedProperties: mark(effectId, true) }
  const path = `/me/messages/${encodeURIComponent(draft.id)}?$select=id`
  await graph.call({ token, method: 'PATCH', path, body, ifMatch: draft.etag, ...ofDraft.reply })
}
