import { graphBodyMaxBytes } from '../limits.ts'
import { graphDraftTimeoutMs, graphEffectMaxWaitMs } from '../../limits.ts'
import { z } from 'zod'
import type { GraphTransport } from './graph-transport.ts'
import type { Draft, DraftKind } from '../mailbox/draft.ts'

/**
 * Extended property that identifies a draft even after it is moved. Its value is the effect's id, followed by `
 * written` once the draft contains our text.
 */
const effectPropertyId = 'String {6f0a1d2e-5c1b-4f7e-9a35-0d5b7c1e8a42} Name mailroom-effect'
const writtenSuffix = ' written'
/** Header of every message that Mailroom sends: such messages are never processed again, which prevents loops. */
export const mailroomHeader = 'x-mailroom-id'

export const effectProperty = (effectId: string, isWritten: boolean) => [
  { id: effectPropertyId, value: isWritten ? `${effectId}${writtenSuffix}` : effectId },
]

export const Properties = z.array(z.object({ id: z.string(), value: z.string().nullish() })).nullish()
/** Returns the effect's id; null for a message that Mailroom did not create. */
export const effectIdOf = (properties: z.output<typeof Properties>): string | null =>
  (properties ?? []).find(({ id }) => id.toLowerCase() === effectPropertyId.toLowerCase())?.value?.split(' ')[0] ?? null

const moment = z.coerce.date().nullish().catch(null)
const Recipients = z
  .array(z.object({ emailAddress: z.object({ address: z.string().nullish() }).nullish() }))
  .nullish()
  .transform((list) => (list ?? []).map((recipient) => (recipient.emailAddress?.address ?? '').toLowerCase()))
export const DraftResponse = z
  .object({
    id: z.string().min(1),
    '@odata.etag': z.string().min(1),
    isDraft: z.boolean().nullish(),
    parentFolderId: z.string().nullish(),
    internetMessageId: z.string().nullish(),
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
    (draft): Draft => ({
      id: draft.id,
      etag: draft['@odata.etag'],
      isDraft: draft.isDraft ?? false,
      folderId: draft.parentFolderId ?? '',
      internetMessageId: draft.internetMessageId ?? null,
      subject: draft.subject ?? '',
      recipients: [...draft.toRecipients, ...draft.ccRecipients, ...draft.bccRecipients],
      webLink: draft.webLink ?? null,
      html: draft.body?.content ?? '',
      createdAt: draft.createdDateTime ?? new Date(0),
      changedAt: draft.lastModifiedDateTime ?? new Date(0),
      isWritten: (draft.singleValueExtendedProperties ?? []).some(({ value }) => value?.endsWith(writtenSuffix)),
    }),
  )
export const draftSelect =
  '$select=id,isDraft,parentFolderId,internetMessageId,subject,toRecipients,ccRecipients,bccRecipients,webLink,body,' +
  'createdDateTime,lastModifiedDateTime'
const effectPropertyExpression = `singleValueExtendedProperties($filter=id eq '${effectPropertyId}')`
export const expandEffectProperty = `$expand=${encodeURIComponent(effectPropertyExpression)}`
const drafts = { maxBytes: graphBodyMaxBytes, timeoutMs: graphDraftTimeoutMs }
const asHtml = 'outlook.body-content-type="html"'
/**
 * How Outlook returns the body of a draft, which is written back with our text in it. A reply is sanitized, because
 * the user sends the quoted message in their own name; a forward carries the original unchanged. See
 * `docs/decisions/013-actions.md`.
 */
export const draftRequestOptions = {
  reply: { ...drafts, prefer: [asHtml] },
  forward: { ...drafts, prefer: ['outlook.allow-unsafe-html', asHtml] },
} satisfies Record<DraftKind, object>
/**
 * Of a request that creates a draft: when it takes effect is bounded
 * (`server/actions/runner/calls-in-flight-queries.ts`).
 */
export const effectRequestOptions = {
  reply: { ...draftRequestOptions.reply, maxWaitMs: graphEffectMaxWaitMs },
  forward: { ...draftRequestOptions.forward, maxWaitMs: graphEffectMaxWaitMs },
}

function effectPath(effectId: string, query: string): string {
  const isOurs = `ep/id eq '${effectPropertyId}' and startswith(ep/value,'${effectId}')`
  const filter = `singleValueExtendedProperties/any(ep:${isOurs})`
  return `/me/messages?$filter=${encodeURIComponent(filter)}&${query}&$top=2`
}

/** Counts the messages of an effect anywhere in the mailbox, up to two: more than one was created twice. */
export async function countEffects(graph: GraphTransport, token: string, effectId: string): Promise<number> {
  const path = effectPath(effectId, '$select=id')
  return (await graph.read({ token, path }, z.object({ value: z.array(z.object({ id: z.string() })) }))).value.length
}

/** Finds the draft of an effect anywhere in the mailbox. */
export async function findDraft(
  graph: GraphTransport,
  token: string,
  { effectId, kind }: { effectId: string; kind: DraftKind },
): Promise<Draft | null> {
  const path = effectPath(effectId, `${expandEffectProperty}&${draftSelect}`)
  const page = await graph.read(
    { token, path, ...draftRequestOptions[kind] },
    z.object({ value: z.array(DraftResponse) }),
  )
  return page.value[0] ?? null
}

/**
 * Creates a reply draft with the quoted message and without our text, because Graph drops a `comment` here.
 * Not idempotent: call `findDraft` before a retry.
 */
export function createReply(
  graph: GraphTransport,
  token: string,
  { messageId, effectId }: { messageId: string; effectId: string },
): Promise<Draft> {
  const message = {
    internetMessageHeaders: [{ name: mailroomHeader, value: effectId }],
    singleValueExtendedProperties: effectProperty(effectId, false),
  }
  const path = `/me/messages/${encodeURIComponent(messageId)}/createReply`
  return graph.read({ token, method: 'POST', path, body: { message }, ...effectRequestOptions.reply }, DraftResponse)
}

/**
 * Replaces the body of a draft and marks it as written, in one request. Fails with 412 if the draft has changed since
 * it was read.
 * @param html the whole body, including the quoted message
 */
export async function writeDraft(
  graph: GraphTransport,
  token: string,
  { draft, effectId, html }: { draft: Pick<Draft, 'id' | 'etag'>; effectId: string; html: string },
): Promise<void> {
  const body = {
    body: { contentType: 'html', content: html },
    singleValueExtendedProperties: effectProperty(effectId, true),
  }
  const path = `/me/messages/${encodeURIComponent(draft.id)}?$select=id`
  await graph.call({ token, method: 'PATCH', path, body, ifMatch: draft.etag, ...draftRequestOptions.reply })
}
