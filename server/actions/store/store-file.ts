import type { Context, RemoteContext } from '../../context.ts'
import { ServiceProblem } from '../../connections/service-problem.ts'
import { withFiles } from '../../connections/with-connection.ts'
import { cleanLine } from '../../vendors/clean-text.ts'
import type { StoredFile } from '../../vendors/files/file-store.ts'
import { ServiceError } from '../../vendors/service-error.ts'
import { attachmentContent, measure } from './attachment-content.ts'
import { effectsOf } from './ending.ts'
import { fileMostBytes } from './sort-out.ts'
import {
  beginUpload,
  endNotStored,
  endStored,
  holdContent,
  isBeingSent,
  keepSession,
  ledgerOf,
  type LedgerRow,
  noteContent,
  showEffects,
  storedBefore,
} from './store-queries.ts'
import { beforeStoring, connectionOf, type StoringRun } from './store-run.ts'

/**
 * Stores one attachment of the ledger, once: each step is written down before it is done, and the store looks for what an earlier attempt did.
 * @throws whatever Outlook or the service say
 */
export async function storeFile(ctx: RemoteContext, run: StoringRun, row: LedgerRow): Promise<void> {
  const content = await contentOf(ctx, run, row)
  if (typeof content === 'string')
    return ctx.db.asService((tx) => endNotStored(tx, row.id, { state: 'skipped', reason: content }))
  const { account_id: accountId, folder_path: folderPath } = row
  const place = { ...connectionOf(run), accountId, folderPath, sha256: content.sha256 }
  const known = await ctx.db.asService((tx) => storedBefore(tx, place, row.id))
  if (known && (await isStillThere(ctx, run, known.remote_id)))
    return told(ctx, run, row, { name: known.name, remoteId: known.remote_id, url: known.url, reason: 'same_content' })
  await beforeStoring(run, accountId, async (tx) => {
    await holdContent(tx, place)
    // In this order: who is sending it may end between the two, and is then seen as sending, or as done; never as neither.
    if (await isBeingSent(tx, place, row.id)) throw laterAgain(run)
    const now = await storedBefore(tx, place, row.id)
    if (now?.times !== known?.times) throw laterAgain(run)
    await beginUpload(tx, row.id)
  })
  const { id, name, url } = await upload(ctx, run, row, content)
  // As the service calls it now; what cannot be kept must not hide that it is stored.
  const end = { name: cleanLine(name, 255) || row.name, remoteId: id.replaceAll('\0', ''), url: shownUrl(url) }
  await told(ctx, run, row, { ...end, reason: null })
}

interface Content {
  size: number
  sha256: Buffer
}

/** Read once for its size and sum; both stay in the ledger, for what came with a mail does not change. */
async function contentOf(
  ctx: RemoteContext,
  run: StoringRun,
  row: LedgerRow,
): Promise<Content | 'empty' | 'too_large'> {
  if (row.size !== null && row.content_sha256) return { size: row.size, sha256: row.content_sha256 }
  await beforeStoring(run, row.account_id)
  const content = await measure(readFrom(ctx, run, row, 0), fileMostBytes)
  if (!content) return 'too_large'
  await beforeStoring(run, row.account_id, (tx) => noteContent(tx, row.id, content))
  return content.size === 0 ? 'empty' : content
}

function readFrom(ctx: RemoteContext, run: StoringRun, row: LedgerRow, from: number): AsyncGenerator<Uint8Array> {
  const { mailboxId, messageId } = run
  const at = { mailboxId, messageId, attachmentId: row.attachment_id }
  return attachmentContent(ctx, at, { from, hold: () => beforeStoring(run, row.account_id) })
}

async function upload(
  ctx: RemoteContext,
  run: StoringRun,
  row: LedgerRow,
  { size, sha256 }: Content,
): Promise<StoredFile> {
  const sessionPlace = `app.stored_attachments/${row.id}/session`
  let resume = row.session_sealed === null ? null : ctx.sealer.open(sessionPlace, row.session_sealed)
  return withFiles(ctx, connectionOf(run), async (files, token, accountId) => {
    if (accountId !== row.account_id) throw new ServiceProblem(run.config.provider, 'not_connected')
    return files.putFile(token, {
      folder: row.folder_path.split('/').filter((name) => name !== ''),
      name: row.name,
      size,
      sha256: sha256.toString('hex'),
      content: (from) => readFrom(ctx, run, row, from),
      resume,
      async keep(state) {
        const sealed = ctx.sealer.seal(sessionPlace, state)
        await beforeStoring(run, accountId, (tx) => keepSession(tx, row.id, sealed))
        resume = state
      },
    })
  })
}

/** People tidy up: what they threw away is stored again. No store hands out a file into no room at all, so it is only looked for. */
async function isStillThere(ctx: RemoteContext, run: StoringRun, remoteId: string | null): Promise<boolean> {
  if (remoteId === null) return false
  try {
    await withFiles(ctx, connectionOf(run), (files, token) => files.getFile(token, remoteId, 0))
    return true
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (error.refusal === 'refused') return true
    if (error.refusal === 'gone') return false
    throw error
  }
}

/** That the file stands there is a fact, whoever has the mail now: it is written down, and shown, without asking for the right to go on. */
async function told(
  ctx: Pick<Context, 'db'>,
  run: StoringRun,
  row: LedgerRow,
  end: Parameters<typeof endStored>[2],
): Promise<void> {
  await ctx.db.asService(async (tx) => {
    await endStored(tx, row, end)
    await showEffects(tx, run.runId, [...run.shownBefore, ...effectsOf(await ledgerOf(tx, run))])
  })
}

/** Nothing was called: the engine does not count this try. */
const laterAgain = ({ config }: StoringRun): ServiceError =>
  new ServiceError(config.provider, 'later', { status: 0, code: 'paused', retryAfterMs: 15_000 })

const shownUrl = (url: string | null): string | null =>
  url !== null && /^https?:\/\//.test(url) && url.length <= 2000 ? url.replaceAll('\0', '') : null
