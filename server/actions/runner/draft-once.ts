import type { z } from 'zod'
import type { RemoteContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { withMailbox } from '../../mail/access/with-mailbox.ts'
import { isNotFound } from '../../vendors/graph/graph-error.ts'
import type { GraphClient } from '../../vendors/graph/graph.ts'
import type { Draft } from '../../vendors/mailbox/draft.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import type { ActiveRun } from './action-runner.ts'
import { readMessage, type MissingMessage } from './read-message.ts'
import { unreadMarkOf } from './restore-unread.ts'

/** Outlook itself changes a draft for a moment after it was created or written. */
const draftSettlingMs = 60_000

/**
 * - `blank`: created and untouched
 * - `changed_by_user`: edited, sent or discarded by the user; it is left alone, and not created again
 */
export type DraftState =
  | { state: 'none' }
  | { state: 'blank' | 'written'; draft: Draft }
  | { state: 'changed_by_user'; draft: Draft | null }

/** @template Known the progress of a run, stored before each call. In its first step, `creating`, a draft may exist. */
export interface DraftProtocol<Known, State = never> {
  kind: 'reply' | 'forward'
  progress: z.ZodType<Known>
  /** Reads the draft, and derives what became of the last known step. */
  look: (graph: GraphClient, token: string, runId: string, known: Known) => Promise<DraftState | State>
}

type DraftRun = Pick<
  ActiveRun<'draft_reply' | 'forward_mail'>,
  'runId' | 'mailboxId' | 'messageId' | 'folderActionId' | 'progress' | 'beforeEffect'
>

export const isSettled = (draft: Draft, since = draft.createdAt): boolean =>
  draft.changedAt.getTime() <= since.getTime() + draftSettlingMs

/** Finds the draft of an earlier attempt. Outlook is not called if there was none. */
export async function findEarlierDraft<Known, State>(
  ctx: RemoteContext,
  { runId, mailboxId, progress }: DraftRun,
  protocol: DraftProtocol<Known, State>,
): Promise<DraftState | State> {
  if (progress === null) return { state: 'none' }
  const known = protocol.progress.parse(progress)
  return withMailbox(ctx, mailboxId, (graph, token) => protocol.look(graph, token, runId, known))
}

/**
 * Creates the draft once. When called again with a fresh token it looks for the draft first: the refused request may
 * have created it.
 * @returns a reason if the message is gone. Graph returns the same error for other causes, so the message is read once
 * more.
 */
export async function createDraft(
  ctx: RemoteContext,
  run: DraftRun,
  message: Message,
  kind: 'reply' | 'forward',
  requirePlace: (tx: Tx) => Promise<void>,
): Promise<Draft | MissingMessage> {
  const { runId: effectId, mailboxId, messageId } = run
  let again = false
  try {
    return await withMailbox(ctx, mailboxId, async (graph, token) => {
      const there = again ? await graph.findDraft(token, { effectId, kind }) : null
      if (there) return there
      again = true
      await run.beforeEffect({ step: 'creating', ...unreadMarkOf(message) }, requirePlace)
      const original = { messageId, effectId }
      return kind === 'reply' ? graph.createReply(token, original) : graph.createForward(token, original)
    })
  } catch (error) {
    const now = isNotFound(error) ? await readMessage(ctx, run) : null
    if (typeof now === 'string') return now
    throw error
  }
}

interface DraftChange<Known> {
  draft: Draft
  /** What is stored before. */
  known: Known
  require?: (tx: Tx) => Promise<void>
  write: (graph: GraphClient, token: string, draft: Draft) => Promise<Draft>
}

/** Writes the draft unless the user has changed it in the meantime. */
export async function writeDraft<Known extends object, State extends { state: 'sent' | 'unclear' }>(
  ctx: RemoteContext,
  run: DraftRun,
  protocol: DraftProtocol<Known, State>,
  { draft, known, require, write }: DraftChange<Known>,
): Promise<DraftState | State> {
  const { runId, mailboxId } = run
  const attempt = async (now: Draft): Promise<DraftState> => {
    const written = await withMailbox(ctx, mailboxId, async (graph, token) => {
      await run.beforeEffect(known, require)
      return write(graph, token, now)
    })
    return { state: 'written', draft: written }
  }
  try {
    return await attempt(draft)
  } catch (error) {
    const isChanged = error instanceof VendorError && error.status === 412
    if (!isChanged && !isNotFound(error)) throw error
    const found = await withMailbox(ctx, mailboxId, (graph, token) => protocol.look(graph, token, runId, known))
    if (found.state !== 'blank') return found
    // The draft is unchanged: Outlook has only updated its version.
    if (!isChanged) throw error
    return attempt(found.draft)
  }
}
