import type { z } from 'zod'
import type { RemoteContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import type { MailboxClient } from '../../vendors/mailbox/mailbox-client.ts'
import type { Draft, DraftContent } from '../../vendors/mailbox/draft.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import type { ActiveRun } from './action-runner.ts'
import { readMessage, type MissingMessage } from './read-message.ts'
import { readUnreadMark, type UnreadMark } from './restore-unread.ts'
import { RunStopped } from './run-stopped.ts'

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
  look: (mailbox: MailboxClient, runId: string, known: Known) => Promise<DraftState | State>
}

type DraftRun = Pick<
  ActiveRun<'draft_reply' | 'forward_mail'>,
  'runId' | 'mailboxId' | 'messageId' | 'folderActionId' | 'progress' | 'beforeEffect'
>

export const isSettled = (draft: Draft, since = draft.createdAt): boolean =>
  draft.changedAt.getTime() <= since.getTime() + draftSettlingMs

/** `fingerprint`: of the draft as it was before it was written. */
type UnsentStep = { step: 'creating' } | { step: 'writing'; fingerprint: string }

/** Derives what became of the last known step of a draft that is not sent yet. */
export function unsentDraftState(
  draft: Draft | null,
  known: UnsentStep,
  { isWritten, fingerprintOf }: { isWritten: (draft: Draft) => boolean; fingerprintOf: (draft: Draft) => string },
): DraftState {
  if (!draft) return known.step === 'creating' ? { state: 'none' } : { state: 'changed_by_user', draft }
  if (isWritten(draft)) return { state: 'written', draft }
  const isUntouched = known.step === 'writing' ? fingerprintOf(draft) === known.fingerprint : isSettled(draft)
  return { state: draft.isDraft && isUntouched ? 'blank' : 'changed_by_user', draft }
}

/** Finds the draft of an earlier attempt. The mailbox is not called if there was none. */
export async function findEarlierDraft<Known, State>(
  ctx: RemoteContext,
  { runId, mailboxId, progress }: DraftRun,
  protocol: DraftProtocol<Known, State>,
): Promise<DraftState | State> {
  if (progress === null) return { state: 'none' }
  const known = protocol.progress.parse(progress)
  return withMailbox(ctx, mailboxId, (mailbox) => protocol.look(mailbox, runId, known))
}

interface CreatedDraft {
  draft: Draft
  unread: UnreadMark
}

/**
 * Creates the draft once. When called again with a fresh token it looks for the draft first: the refused request may
 * have created it.
 * @returns a reason if the message is gone
 * @throws RunStopped where it is there, but no draft can be created of it
 */
export async function createDraft(
  ctx: RemoteContext,
  run: DraftRun,
  message: Message,
  kind: 'reply' | 'forward',
  requirePlace: (tx: Tx) => Promise<void>,
): Promise<CreatedDraft | MissingMessage> {
  const { runId: effectId, mailboxId, messageId } = run
  let again = false
  let unread: UnreadMark = {}
  const created = await withMailbox(ctx, mailboxId, async (mailbox) => {
    const { effect } = mailbox
    const there = again ? await effect.find({ effectId, kind }) : null
    if (there) return there
    again = true
    unread = await readUnreadMark(mailbox, message)
    await run.beforeEffect({ step: 'creating', ...unread }, requirePlace)
    return effect.create(kind, { messageId, effectId })
  })
  if (created !== 'not-there') return { draft: created, unread }
  const now = await readMessage(ctx, run)
  if (typeof now === 'string') return now
  throw new RunStopped({ status: 'failed', reason: 'refused' })
}

interface DraftWriting<Known> {
  draft: Draft
  /** What is stored before. */
  known: Known
  require?: (tx: Tx) => Promise<void>
  change: DraftContent
}

/** Writes the draft unless the user has changed it in the meantime. */
export async function writeDraft<Known extends object, State extends { state: 'sent' | 'unclear' }>(
  ctx: RemoteContext,
  run: DraftRun,
  protocol: DraftProtocol<Known, State>,
  { draft, known, require, change }: DraftWriting<Known>,
): Promise<DraftState | State> {
  const { runId, mailboxId } = run
  const attempt = (now: Draft) =>
    withMailbox(ctx, mailboxId, async ({ effect }) => {
      await run.beforeEffect(known, require)
      return effect.write({ draft: now, effectId: runId, ...change })
    })
  let written = await attempt(draft)
  if (typeof written === 'string') {
    const found = await withMailbox(ctx, mailboxId, (mailbox) => protocol.look(mailbox, runId, known))
    if (found.state !== 'blank') return found
    // The draft is unchanged: Outlook has only updated its version.
    if (written === 'changed') written = await attempt(found.draft)
    if (typeof written === 'string') throw new RunStopped({ status: 'failed', reason: 'refused' })
  }
  return { state: 'written', draft: written }
}
