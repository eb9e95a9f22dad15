import { graphBodyMaxBytes } from '../limits.ts'
import { mailboxDraftTimeoutMs, mailboxEffectMaxWaitMs } from '../../limits.ts'
import { z } from 'zod'
import type { GraphTransport } from './graph-transport.ts'
import type { Draft, DraftChange, DraftKind } from '../mailbox/draft.ts'
import { orNotThere } from './graph-error.ts'
import { pageOf } from './graph-paging.ts'

/**
 * Extended property that identifies a draft even after it is moved. Its value is the effect's id, followed by `
 * written` once the draft contains our text.
 */
const effectPropertyId = 'String {6f0a1d2e-5c1b-4f7e-9a35-0d5b7c1e8a42} Name mailroom-effect'
const writtenSuffix = ' written'
/** Header of every message that Mailroom sends: such messages are never processed again, which prevents loops. */
const mailroomHeader = 'x-mailroom-id'

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
const DraftResponse = z
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
      version: draft['@odata.etag'],
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
const DraftPage = pageOf(DraftResponse)
const IdPage = pageOf(z.object({ id: z.string() }))
const draftSelect =
  '$select=id,isDraft,parentFolderId,internetMessageId,subject,toRecipients,ccRecipients,bccRecipients,webLink,body,' +
  'createdDateTime,lastModifiedDateTime'
const effectPropertyExpression = `singleValueExtendedProperties($filter=id eq '${effectPropertyId}')`
export const expandEffectProperty = `$expand=${encodeURIComponent(effectPropertyExpression)}`
const drafts = { maxBytes: graphBodyMaxBytes, timeoutMs: mailboxDraftTimeoutMs }
const asHtml = 'outlook.body-content-type="html"'
/**
 * How Outlook returns the body of a draft, which is written back with our text in it. A reply is sanitized, because
 * the user sends the quoted message in their own name; a forward carries the original unchanged. See
 * `docs/decisions/013-actions.md`.
 */
const draftRequestOptions = {
  reply: { ...drafts, prefer: [asHtml] },
  forward: { ...drafts, prefer: ['outlook.allow-unsafe-html', asHtml] },
} satisfies Record<DraftKind, object>
/**
 * Of a request that creates a draft: when it takes effect is bounded
 * (`server/actions/runner/calls-in-flight-queries.ts`).
 */
export const effectRequestOptions = {
  reply: { ...draftRequestOptions.reply, maxWaitMs: mailboxEffectMaxWaitMs },
  forward: { ...draftRequestOptions.forward, maxWaitMs: mailboxEffectMaxWaitMs },
}

function effectPath(effectId: string, query: string): string {
  const isOurs = `ep/id eq '${effectPropertyId}' and startswith(ep/value,'${effectId}')`
  const filter = `singleValueExtendedProperties/any(ep:${isOurs})`
  return `/me/messages?$filter=${encodeURIComponent(filter)}&${query}&$top=2`
}

export async function countEffects(graph: GraphTransport, effectId: string): Promise<number> {
  const path = effectPath(effectId, '$select=id')
  return (await graph.read({ path }, IdPage)).value.length
}

export async function findDraft(
  graph: GraphTransport,
  { effectId, kind }: { effectId: string; kind: DraftKind },
): Promise<Draft | null> {
  const path = effectPath(effectId, `${expandEffectProperty}&${draftSelect}`)
  const page = await graph.read({ path, ...draftRequestOptions[kind] }, DraftPage)
  return page.value[0] ?? null
}

/** Graph returns a sent copy by the draft's immutable id. */
export async function readDraft(graph: GraphTransport, id: string): Promise<Draft | null> {
  const path = `/me/messages/${encodeURIComponent(id)}?${draftSelect}&${expandEffectProperty}`
  const draft = await orNotThere(graph.read({ path, ...draftRequestOptions.forward }, DraftResponse))
  return draft === 'not-there' ? null : draft
}

/** Suppresses automatic replies to a forward ([MS-OXCMAIL] X-Auto-Response-Suppress). */
const suppressAutoReplies = { name: 'x-auto-response-suppress', value: 'All' }

/** Creates a reply without our text, because Graph drops a `comment` here. */
export function createDraft(
  graph: GraphTransport,
  kind: DraftKind,
  { messageId, effectId }: { messageId: string; effectId: string },
): Promise<Draft> {
  const mark = { name: mailroomHeader, value: effectId }
  const message = {
    internetMessageHeaders: kind === 'forward' ? [mark, suppressAutoReplies] : [mark],
    singleValueExtendedProperties: effectProperty(effectId, false),
  }
  const path = `/me/messages/${encodeURIComponent(messageId)}/${kind === 'forward' ? 'createForward' : 'createReply'}`
  return graph.read({ method: 'POST', path, body: { message }, ...effectRequestOptions[kind] }, DraftResponse)
}

export async function writeDraft(graph: GraphTransport, change: DraftChange): Promise<Draft> {
  const { draft, effectId, html } = change
  const body = {
    ...(html === null ? {} : { body: { contentType: 'html', content: html } }),
    ...(change.kind === 'forward' && {
      toRecipients: [{ emailAddress: { address: change.address } }],
      ccRecipients: [],
      bccRecipients: [],
    }),
    singleValueExtendedProperties: effectProperty(effectId, true),
  }
  const path = `/me/messages/${encodeURIComponent(draft.id)}?`
  const request = { method: 'PATCH' as const, body, ifMatch: draft.version, ...draftRequestOptions[change.kind] }
  if (change.kind === 'forward') return graph.read({ ...request, path: `${path}${draftSelect}` }, DraftResponse)
  await graph.call({ ...request, path: `${path}$select=id` })
  return draft
}
