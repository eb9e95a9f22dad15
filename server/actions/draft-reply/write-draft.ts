import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { RemoteContext } from '../../context.ts'
import { withMailbox } from '../../mail/access/with-mailbox.ts'
import { isNotFound } from '../../vendors/graph/graph-error.ts'
import type { GraphDraft, GraphMessage } from '../../vendors/graph/graph.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import type { ActiveRun } from '../runner/action-runner.ts'
import { requireHourlyPlace } from '../automatic-emails/hourly-limit.ts'
import { fitsGraphRequest, insertTextIntoHtml } from './insert-text-into-html.ts'
import { unreadMark, unreadMarkOf, type UnreadMark } from '../runner/restore-unread.ts'
import { replyRecipients } from './reply-recipients.ts'
import type { Tx } from '../../db/database.ts'
import { draftSettlingMs } from '../limits.ts'

/**
 * Stored progress. `creating`: a draft may exist; `writing`: it exists, and `bodyHash` is the hash of its body at
 * that time. `unreadAt`: `server/actions/runner/restore-unread.ts`.
 */
const DraftProgress = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('creating'), ...unreadMark }),
  z.strictObject({ step: z.literal('writing'), draftId: z.string(), bodyHash: z.string(), ...unreadMark }),
])
type DraftProgress = z.infer<typeof DraftProgress>

/** `changed_by_user`: the user has edited, sent or discarded the draft; it is left alone and not created again. */
type DraftState =
  | { state: 'none' }
  | { state: 'empty'; draft: GraphDraft }
  | { state: 'written'; draft: GraphDraft }
  | { state: 'changed_by_user'; draft: GraphDraft | null }

type DraftRun = Pick<
  ActiveRun<'draft_reply'>,
  'runId' | 'userId' | 'mailboxId' | 'messageId' | 'progress' | 'beforeEffect'
>

const hashOf = (html: string): string => createHash('sha256').update(html).digest('hex')

/** Finds the draft of an earlier attempt. Outlook is not called if there was none. */
export async function findExistingDraft(
  ctx: RemoteContext,
  { runId, mailboxId, progress }: DraftRun,
): Promise<DraftState> {
  if (progress === null) return { state: 'none' }
  const read = DraftProgress.safeParse(progress)
  const known: DraftProgress = read.success ? read.data : { step: 'creating' }
  return draftStateFrom(known, await findDraft(ctx, { runId, mailboxId }))
}

/** A draft outside Drafts was moved by the user, most likely discarded. */
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

function draftStateFrom(known: DraftProgress, { draft, inDrafts }: Found): DraftState {
  if (!draft) return known.step === 'creating' ? { state: 'none' } : { state: 'changed_by_user', draft }
  if (draft.isWritten) return { state: 'written', draft }
  const untouched =
    known.step === 'writing'
      ? hashOf(draft.html) === known.bodyHash
      : draft.changedAt.getTime() - draft.createdAt.getTime() <= draftSettlingMs
  return draft.isDraft && inDrafts && untouched ? { state: 'empty', draft } : { state: 'changed_by_user', draft }
}

/** For a transaction before the text is composed, which may ask a model, and again before the draft is created. */
export const requireDraftPlace =
  (ctx: Pick<RemoteContext, 'clock'>, { runId, userId }: DraftRun, message: GraphMessage) =>
  (tx: Tx): Promise<void> => {
    const address = replyRecipients(message)[0]?.address ?? ''
    return requireHourlyPlace(tx, ctx, { runId, userId, kind: 'draft', address })
  }

/**
 * Creates the draft once. When called again with a fresh token it looks for the draft first: the refused request may
 * have created it.
 */
export async function createDraft(ctx: RemoteContext, run: DraftRun, message: GraphMessage): Promise<GraphDraft> {
  const { runId, mailboxId, messageId } = run
  let again = false
  return withMailbox(ctx, mailboxId, async (graph, token) => {
    const there = again ? await graph.findDraft(token, { effectId: runId, kind: 'reply' }) : null
    if (there) return there
    again = true
    const progress: DraftProgress = { step: 'creating', ...unreadMarkOf(message) }
    await run.beforeEffect(progress, requireDraftPlace(ctx, run, message))
    return graph.createReply(token, { messageId, effectId: runId })
  })
}

/** The text above the quoted message; the text alone if the quoted message is too long for a request. */
export function composeDraftBody({ html }: GraphDraft, text: string): { html: string; isQuoted: boolean } {
  const whole = insertTextIntoHtml(html, text)
  return fitsGraphRequest(whole)
    ? { html: whole, isQuoted: true }
    : { html: insertTextIntoHtml('', text), isQuoted: false }
}

export const writingProgress = ({ id, html }: GraphDraft, unread: UnreadMark): DraftProgress => ({
  step: 'writing',
  draftId: id,
  bodyHash: hashOf(html),
  ...unread,
})

/**
 * Writes the draft's body unless the user has changed the draft in the meantime.
 * @param known what is stored before: `writingProgress`
 */
export async function writeDraftBody(
  ctx: RemoteContext,
  run: DraftRun,
  draft: GraphDraft,
  { html, known }: { html: string; known: DraftProgress },
): Promise<DraftState> {
  const { runId, mailboxId } = run
  const write = (now: GraphDraft): Promise<void> =>
    withMailbox(ctx, mailboxId, async (graph, token) => {
      await run.beforeEffect(known)
      await graph.writeDraft(token, { draft: now, effectId: runId, html })
    })
  try {
    await write(draft)
    return { state: 'written', draft }
  } catch (error) {
    if (!isChanged(error) && !isNotFound(error)) throw error
    const draftState = draftStateFrom(known, await findDraft(ctx, run))
    if (draftState.state !== 'empty') return draftState
    // The draft's body is unchanged: Outlook has only updated its version.
    if (isNotFound(error)) throw error
    await write(draftState.draft)
    return { state: 'written', draft: draftState.draft }
  }
}

const isChanged = (error: unknown): boolean => error instanceof VendorError && error.status === 412
