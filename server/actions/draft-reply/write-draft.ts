import { createHash } from 'node:crypto'
import { z } from 'zod'
import { minutes } from '../../clock.ts'
import type { RemoteContext } from '../../context.ts'
import { withMailbox } from '../../mail/access-token.ts'
import { isGone } from '../../vendors/graph-error.ts'
import type { GraphDraft } from '../../vendors/graph.ts'
import { VendorError } from '../../vendors/vendor-error.ts'
import type { Run } from '../runner.ts'
import { fitsRequest, insertText } from './insert-text.ts'

/** `creating`: a draft may have been made; `writing`: it was, and this is what stood in it then. */
const Progress = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('creating') }),
  z.strictObject({ step: z.literal('writing'), draftId: z.string(), bodyHash: z.string() }),
])
type Progress = z.infer<typeof Progress>

/** `theirs`: somebody has changed it, sent it or thrown it away; it is left alone, and none is made in its place. */
export type Place =
  | { state: 'none' }
  | { state: 'empty'; draft: GraphDraft }
  | { state: 'written'; draft: GraphDraft }
  | { state: 'theirs'; draft: GraphDraft | null }

type DraftRun = Pick<Run<'draft_reply'>, 'runId' | 'mailboxId' | 'messageId' | 'progress' | 'before'>

const hashOf = (html: string): string => createHash('sha256').update(html).digest('hex')

/** Outlook itself touches a new draft for a moment after it was made. */
const untouchedMs = minutes(1)

/** What an earlier attempt left in Outlook. Nobody looks where there was none. */
export async function lookForDraft(ctx: RemoteContext, { runId, mailboxId, progress }: DraftRun): Promise<Place> {
  if (progress === null) return { state: 'none' }
  const read = Progress.safeParse(progress)
  const known: Progress = read.success ? read.data : { step: 'creating' }
  return placeOf(known, await findDraft(ctx, { runId, mailboxId }))
}

/** One that lies elsewhere than in Drafts was put there: thrown away, most likely. */
async function findDraft(
  ctx: RemoteContext,
  { runId, mailboxId }: Pick<DraftRun, 'runId' | 'mailboxId'>,
): Promise<Found> {
  return withMailbox(ctx, mailboxId, async (graph, token) => {
    const draft = await graph.findDraft(token, { effectId: runId, kind: 'reply' })
    if (!draft || draft.isWritten) return { draft, inDrafts: false }
    const { drafts } = await graph.wellKnownFolders(token, ['drafts'])
    return { draft, inDrafts: draft.folderId === drafts }
  })
}

interface Found {
  draft: GraphDraft | null
  inDrafts: boolean
}

function placeOf(known: Progress, { draft, inDrafts }: Found): Place {
  if (!draft) return known.step === 'creating' ? { state: 'none' } : { state: 'theirs', draft }
  if (draft.isWritten) return { state: 'written', draft }
  const untouched =
    known.step === 'writing'
      ? hashOf(draft.html) === known.bodyHash
      : draft.changedAt.getTime() - draft.createdAt.getTime() <= untouchedMs
  return draft.isDraft && inDrafts && untouched ? { state: 'empty', draft } : { state: 'theirs', draft }
}

/** Makes the draft, once. Called again with a fresh token it looks first: whoever refused may have made it all the same. */
export async function createDraft(ctx: RemoteContext, run: DraftRun): Promise<GraphDraft> {
  const { runId, mailboxId, messageId } = run
  let again = false
  return withMailbox(ctx, mailboxId, async (graph, token) => {
    const there = again ? await graph.findDraft(token, { effectId: runId, kind: 'reply' }) : null
    if (there) return there
    again = true
    await run.before({ step: 'creating' } satisfies Progress)
    return graph.createReply(token, { messageId, effectId: runId })
  })
}

/** The text above what the draft quotes; alone where the quoted mail is too long for a request. */
export function bodyWith({ html }: GraphDraft, text: string): { html: string; isQuoted: boolean } {
  const whole = insertText(html, text)
  return fitsRequest(whole) ? { html: whole, isQuoted: true } : { html: insertText('', text), isQuoted: false }
}

/** Writes a body into the draft, unless somebody was quicker. */
export async function writeBody(ctx: RemoteContext, run: DraftRun, draft: GraphDraft, html: string): Promise<Place> {
  const { runId, mailboxId } = run
  const known: Progress = { step: 'writing', draftId: draft.id, bodyHash: hashOf(draft.html) }
  const write = (now: GraphDraft): Promise<void> =>
    withMailbox(ctx, mailboxId, async (graph, token) => {
      await run.before(known)
      await graph.writeDraft(token, { draft: now, effectId: runId, html })
    })
  try {
    await write(draft)
    return { state: 'written', draft }
  } catch (error) {
    if (!isChanged(error) && !isGone(error)) throw error
    const place = placeOf(known, await findDraft(ctx, run))
    if (place.state !== 'empty') return place
    // Nobody has written into it: Outlook has only counted it on.
    if (isGone(error)) throw error
    await write(place.draft)
    return { state: 'written', draft: place.draft }
  }
}

const isChanged = (error: unknown): boolean => error instanceof VendorError && error.status === 412
