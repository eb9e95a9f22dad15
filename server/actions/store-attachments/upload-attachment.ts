import { z } from 'zod'
import type { Context, RemoteContext } from '../../context.ts'
import { ConnectionAccessError } from '../../connections/connection-access-error.ts'
import { withFiles } from '../../connections/with-connection.ts'
import { cleanLine } from '../../../contract/clean-text.ts'
import type { StoredFile } from '../../vendors/files/file-store.ts'
import { ServiceError } from '../../vendors/services/service-error.ts'
import { RunPostponed } from '../runner/run-postponed.ts'
import { claimFolderCreation, releaseFolderCreation } from './folder-creation-queries.ts'
import { readAttachment, hashContent } from './read-attachment.ts'
import { storedFileEffects } from './storing-result.ts'
import {
  discardContent,
  markUploading,
  markNotStored,
  markStored,
  lockContent,
  isContentBeingUploaded,
  saveUploadSession,
  findAttachmentRows,
  type StoredAttachmentRow,
  saveContentHash,
  saveVisibleEffects,
  findStoredContent,
} from './stored-attachment-queries.ts'
import { beforeStoring, connectionOf, type StoringRun } from './storing-run.ts'
import { Beginning, type Content, ContentChangedError, verifyContent } from './verified-content.ts'
import { attachmentMaxBytes, concurrentEffectRetryMs } from '../limits.ts'
import { effectUrlMaxLength } from '../../../contract/limits.ts'

/** Delay of a run while another worker creates the folder that it stores into. */
const folderCreationRetryMs = 2000
/** Characters of a stored file's name that the history shows. */
const storedFileNameMaxLength = 255

/**
 * Stores one attachment exactly once. Each step is recorded before it is executed, and the service is searched for
 * the result of an earlier attempt.
 * @throws what the mailbox or the service throws
 */
export async function uploadAttachment(ctx: RemoteContext, run: StoringRun, row: StoredAttachmentRow): Promise<void> {
  const content = await findContent(ctx, run, row)
  if (typeof content === 'string')
    return ctx.db.asService((tx) => markNotStored(tx, row.id, { state: 'skipped', reason: content }))
  const { account_id: accountId, folder_path: folderPath } = row
  const contentKey = { ...connectionOf(run), accountId, folderPath, sha256: content.sha256 }
  const known = await ctx.db.asService((tx) => findStoredContent(tx, contentKey, row.id))
  if (known && (await isStillThere(ctx, run, known.remote_id)))
    return recordStored(ctx, run, row, {
      name: known.name,
      remoteId: known.remote_id,
      url: known.url,
      reason: 'same_content',
    })
  await beforeStoring(run, accountId, async (tx) => {
    await lockContent(tx, contentKey)
    // The order matters: an upload that ends between the two queries is seen as running or as done, never as neither.
    if (await isContentBeingUploaded(tx, contentKey, row.id)) throw new RunPostponed(concurrentEffectRetryMs)
    const now = await findStoredContent(tx, contentKey, row.id)
    if (now?.times !== known?.times) throw new RunPostponed(concurrentEffectRetryMs)
    await markUploading(tx, row.id)
  })
  const { id, name, url } = await upload(ctx, run, row, content).catch(async (error: unknown) => {
    // Either read may have been the wrong one.
    if (error instanceof ContentChangedError) await beforeStoring(run, accountId, (tx) => discardContent(tx, row.id))
    throw error
  })
  // The name that the service chose. A value that cannot be stored must not hide that the file is stored.
  const end = {
    name: cleanLine(name, storedFileNameMaxLength) || row.name,
    remoteId: id.replaceAll('\0', ''),
    url: webUrlOrNull(url),
  }
  await recordStored(ctx, run, row, { ...end, reason: null })
}

/**
 * Reads the attachment once for its size and hash. Both are saved, because an attachment never changes; the upload
 * compares what it reads with them.
 */
async function findContent(
  ctx: RemoteContext,
  run: StoringRun,
  row: StoredAttachmentRow,
): Promise<Content | 'empty' | 'too_large'> {
  if (row.size !== null && row.content_sha256) return { size: row.size, sha256: row.content_sha256 }
  await beforeStoring(run, row.account_id)
  const content = await hashContent(openContent(ctx, run, row), attachmentMaxBytes)
  if (!content) return 'too_large'
  if (content.size === 0) return 'empty'
  await beforeStoring(run, row.account_id, (tx) => saveContentHash(tx, row.id, content))
  return content
}

function openContent(ctx: RemoteContext, run: StoringRun, row: StoredAttachmentRow): AsyncGenerator<Uint8Array> {
  const { mailboxId, messageId } = run
  const at = { mailboxId, messageId, attachmentId: row.attachment_id }
  return readAttachment(ctx, at, () => beforeStoring(run, row.account_id))
}

/** The adapter's state, and what its session may have received of a content that was not read to the end. */
const SavedSession = z.strictObject({ state: z.string(), uploaded: Beginning.nullable() })

function parseSavedSession(text: string): z.infer<typeof SavedSession> {
  const read = SavedSession.safeParse(text === '' ? null : JSON.parse(text))
  // Saved by an earlier version: the state alone.
  return read.success ? read.data : { state: text, uploaded: null }
}

async function upload(
  ctx: RemoteContext,
  run: StoringRun,
  row: StoredAttachmentRow,
  content: Content,
): Promise<StoredFile> {
  const sessionKey = `app.stored_attachments/${row.id}/session`
  const saved = row.session_sealed === null ? null : parseSavedSession(ctx.sealer.open(sessionKey, row.session_sealed))
  let resumeState = saved?.state ?? null
  const verified = verifyContent(() => openContent(ctx, run, row), content, saved?.uploaded ?? null)
  return withFiles(ctx, connectionOf(run), async (files, token, accountId) => {
    if (accountId !== row.account_id) throw new ConnectionAccessError(run.config.provider, 'not_connected')
    return files.uploadFile(token, {
      folder: row.folder_path.split('/').filter((name) => name !== ''),
      name: row.name,
      size: content.size,
      sha256: content.sha256.toString('hex'),
      content: verified.read,
      resumeState,
      async saveState(state) {
        const session: z.infer<typeof SavedSession> = { state, uploaded: verified.unverified() }
        const sealed = ctx.sealer.seal(sessionKey, JSON.stringify(session))
        await beforeStoring(run, accountId, (tx) => saveUploadSession(tx, row.id, sealed))
        resumeState = state
      },
      async createFolder(path, create) {
        const folder = { ...connectionOf(run), accountId, path, runId: run.runId, node: ctx.presence.node }
        await beforeStoring(run, accountId, async (tx) => {
          if (!(await claimFolderCreation(tx, folder))) throw new RunPostponed(folderCreationRetryMs)
        })
        const id = await create()
        // After a failure the claim stays until it expires: the request may still take effect.
        await ctx.db.asService((tx) => releaseFolderCreation(tx, folder))
        return id
      },
    })
  })
}

/**
 * A file that the user has deleted is stored again. With a limit of 0 bytes the service only confirms that the file
 * exists.
 */
async function isStillThere(ctx: RemoteContext, run: StoringRun, remoteId: string | null): Promise<boolean> {
  if (remoteId === null) return false
  try {
    await withFiles(ctx, connectionOf(run), (files, token) => files.downloadFile(token, remoteId, 0))
    return true
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (error.refusal === 'refused') return true
    if (error.refusal === 'gone') return false
    throw error
  }
}

/**
 * The file is stored, whichever worker has the message now: this is recorded and shown without checking the claim.
 */
async function recordStored(
  ctx: Pick<Context, 'db'>,
  run: StoringRun,
  row: StoredAttachmentRow,
  end: Parameters<typeof markStored>[2],
): Promise<void> {
  await ctx.db.asService(async (tx) => {
    await markStored(tx, row, end)
    await saveVisibleEffects(tx, run.runId, [
      ...run.earlierEffects,
      ...storedFileEffects(await findAttachmentRows(tx, run)),
    ])
  })
}

const webUrlOrNull = (url: string | null): string | null =>
  url !== null && /^https?:\/\//.test(url) && url.length <= effectUrlMaxLength ? url.replaceAll('\0', '') : null
