import type { Context, RemoteContext } from '../../context.ts'
import { validConnection } from '../../connections/with-connection.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import type { StorePlan } from '../../prompts/plan-schema.ts'
import type { Attachment } from '../../vendors/mailbox/attachment.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { ServiceError } from '../../vendors/services/service-error.ts'
import { metadataOf } from '../runner/message-metadata.ts'
import { readMessage } from '../runner/read-message.ts'
import type { RunResult } from '../runner/action-runner.ts'
import { resultForReason, storingResult } from './storing-result.ts'
import { folderPathOf } from './attachment-destination.ts'
import { asDropboxNames } from './strip-dropbox-characters.ts'
import { filterAttachments, type PlannedAttachment } from './filter-attachments.ts'
import { AttachmentGoneError } from './read-attachment.ts'
import { uploadAttachment } from './upload-attachment.ts'
import {
  upsertAttachments,
  markNotStored,
  findAttachmentRows,
  type StoredAttachmentRow,
} from './stored-attachment-queries.ts'
import { beforeStoring, connectionOf, type StoringTarget, type StoringRun } from './storing-run.ts'
import { baseFolderTooLongText } from './describe-skipped.ts'

const attachmentsMaxListed = 500

type Rules = Pick<StorePlan, 'filter' | 'folder'>

/**
 * Stores the attachments that a plan selects. Can be repeated after any failure: what is stored already is not stored
 * again.
 * @throws RunStopped, and what the mailbox or the service throws
 */
export async function storePlannedAttachments(
  ctx: RemoteContext,
  run: StoringRun,
  message: Message,
  plan: Rules,
): Promise<RunResult> {
  const files = await planAttachments(ctx, run, message, plan)
  const rows = await loadAttachmentRows(ctx, run)
  if (files === 'mail_gone') return resultForReason('skipped', files, { rows })
  if (!files) return resultForReason('failed', 'not_set_up', { rows, note: baseFolderTooLongText })
  if (files.length === 0 && rows.length === 0) return storingResult([])
  await recordPlannedAttachments(ctx, run, files)
  for (const row of await loadAttachmentRows(ctx, run)) {
    const ending = row.state === 'claimed' ? await storeOrRecordFailure(ctx, run, row) : null
    if (ending) return ending
  }
  return storingResult(await loadAttachmentRows(ctx, run))
}

export const loadAttachmentRows = (
  ctx: Pick<Context, 'db'>,
  run: Pick<StoringRun, 'runId' | 'step'>,
): Promise<StoredAttachmentRow[]> => ctx.db.asService((tx) => findAttachmentRows(tx, run))

/**
 * Which attachments would be stored where, and which are skipped. Has no effect. @returns null if the base folder is
 * not a path that services accept
 */
export async function planAttachments(
  ctx: RemoteContext,
  { userId, mailboxId, messageId, config }: Pick<StoringTarget, 'userId' | 'mailboxId' | 'messageId' | 'config'>,
  message: Message,
  plan: Rules,
): Promise<PlannedAttachment[] | null | 'mail_gone'> {
  const attachments = await attachmentsOf(ctx, { mailboxId, messageId })
  if (attachments === 'not-there') return 'mail_gone'
  const rules = { basePath: config.baseFolderPath, preserveNames: config.preserveOriginalNames, ...plan }
  const metadata = await metadataOf(ctx, userId, message)
  const planned = filterAttachments(attachments, metadata, { ...rules, contentIds: message.contentIds })
  return config.provider === 'dropbox' ? (planned?.map(asDropboxNames) ?? null) : planned
}

const attachmentsOf = (
  ctx: RemoteContext,
  { mailboxId, messageId }: Pick<StoringTarget, 'mailboxId' | 'messageId'>,
): Promise<Attachment[] | 'not-there'> =>
  withMailbox(ctx, mailboxId, (mailbox) => mailbox.attachments.list(messageId, attachmentsMaxListed))

/** Each attachment gets its row before the first upload. */
async function recordPlannedAttachments(
  ctx: RemoteContext,
  run: StoringRun,
  files: readonly PlannedAttachment[],
): Promise<void> {
  const { runId, step, mailboxId } = run
  const at = connectionOf(run)
  const { account_id: accountId } = await validConnection(ctx, at)
  const rows = files.map(({ attachment, name, folder, skipReason }) => ({
    attachmentId: attachment.id,
    name,
    folderPath: folderPathOf(folder),
    skipReason,
  }))
  await beforeStoring(run, accountId, (tx) => upsertAttachments(tx, { runId, step, mailboxId, ...at, accountId }, rows))
}

/** Records a failure of a single file and lets the others continue. @returns a result if the failure ends the run */
async function storeOrRecordFailure(
  ctx: RemoteContext,
  run: StoringRun,
  row: StoredAttachmentRow,
): Promise<RunResult | null> {
  const end = (state: 'skipped' | 'failed', reason: string) =>
    ctx.db.asService((tx) => markNotStored(tx, row.id, { state, reason }))
  try {
    await uploadAttachment(ctx, run, row)
  } catch (error) {
    if (error instanceof ServiceError && ['refused', 'conflict', 'gone'].includes(error.refusal)) {
      await end('failed', 'refused')
      return null
    }
    if (error instanceof ServiceError && error.refusal === 'quota') await end('failed', 'no_room')
    if (!(error instanceof AttachmentGoneError)) throw error
    const message = await readMessage(ctx, run)
    if (typeof message === 'string')
      return resultForReason('skipped', message, { rows: await loadAttachmentRows(ctx, run) })
    const remaining = await attachmentsOf(ctx, run)
    if (remaining !== 'not-there' && remaining.some(({ id }) => id === row.attachment_id))
      await end('failed', 'unreadable')
    else await end('skipped', 'gone')
  }
  return null
}
