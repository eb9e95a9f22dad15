import type { Context, RemoteContext } from '../../context.ts'
import { withMailbox } from '../../mail/access-token.ts'
import { isGone } from '../../vendors/graph-error.ts'
import type { GraphDraft } from '../../vendors/graph.ts'
import { VendorError } from '../../vendors/vendor-error.ts'
import { fitsRequest, insertText } from '../draft-reply/insert-text.ts'
import { readMail } from '../read-mail.ts'
import type { Run } from '../runner.ts'
import { placeOf, printOf, Progress, type Place } from './forward-progress.ts'
import { onlyIfConfirmed } from './recipient.ts'

export type ForwardRun = Run<'forward_mail'>

/** All that we add to a mail; nothing of a model, nothing of the mail itself (checklist A12). */
export const commentOf = ({ config }: Pick<Context, 'config'>): string =>
  `This mail was forwarded automatically by ${config.productName}, as its recipient has set it up. The e-mail in which you agreed to it has a link that ends it.`

/** What an earlier attempt left in Outlook. Nobody looks where there was none. */
export async function lookForForward(ctx: RemoteContext, { runId, mailboxId, progress }: ForwardRun): Promise<Place> {
  if (progress === null) return { state: 'none' }
  const read = Progress.safeParse(progress)
  const known: Progress = read.success ? read.data : { step: 'creating' }
  const draft = await withMailbox(ctx, mailboxId, (graph, token) =>
    known.step === 'creating'
      ? graph.findDraft(token, { effectId: runId, kind: 'forward' })
      : graph.getDraft(token, known.draftId),
  )
  return placeOf(known, draft)
}

/**
 * Makes the draft, once. Called again with a fresh token it looks first: whoever refused may have made it all the same.
 * @returns null where the mail is gone: Outlook refuses other things in the same words, so it is asked for once more
 */
export async function createForward(ctx: RemoteContext, run: ForwardRun): Promise<GraphDraft | null> {
  const { runId, mailboxId, messageId } = run
  await run.before({ step: 'creating' } satisfies Progress, onlyIfConfirmed(run))
  let again = false
  try {
    return await withMailbox(ctx, mailboxId, async (graph, token) => {
      const there = again ? await graph.findDraft(token, { effectId: runId, kind: 'forward' }) : null
      again = true
      return there ?? graph.createForward(token, { messageId, effectId: runId })
    })
  } catch (error) {
    if (isGone(error) && (await readMail(ctx, run)) === null) return null
    throw error
  }
}

/** Writes our comment above the mail, and the saved address as the only recipient, unless somebody was quicker. */
export async function writeForward(ctx: Context, run: ForwardRun, draft: GraphDraft): Promise<Place> {
  const { runId, mailboxId } = run
  const address = run.config.destination_email
  const known: Progress = { step: 'writing', draftId: draft.id, print: printOf(draft), address, at: ctx.clock.now() }
  await run.before(known, onlyIfConfirmed(run))
  const html = withComment(ctx, draft)
  const write = async (now: GraphDraft): Promise<Place> => {
    const change = { draft: now, effectId: runId, html, address }
    const written = await withMailbox(ctx, mailboxId, (graph, token) => graph.writeForward(token, change))
    return { state: 'written', draft: written }
  }
  try {
    return await write(draft)
  } catch (error) {
    if (!isChanged(error) && !isGone(error)) throw error
    const place = placeOf(known, await withMailbox(ctx, mailboxId, (graph, token) => graph.getDraft(token, draft.id)))
    if (place.state !== 'blank') return place
    // Nobody has written into it: Outlook has only counted it on.
    if (isGone(error)) throw error
    return write(place.draft)
  }
}

/** A mail that is too long for a request goes without our comment, rather than not at all. @returns null where the body stays as it is */
function withComment(ctx: Pick<Context, 'config'>, draft: GraphDraft): string | null {
  if (draft.isWritten) return null
  const html = insertText(draft.html, commentOf(ctx))
  return fitsRequest(html) ? html : null
}

const isChanged = (error: unknown): boolean => error instanceof VendorError && error.status === 412
