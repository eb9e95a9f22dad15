import { type FilingSchedule, scheduleOf } from '../../../contract/filing-time.ts'
import { createModel, decode, type Model } from '../../../packages/classifier/classifier.ts'
import type { Context, RemoteContext } from '../../context.ts'
import type { Database } from '../../db/database.ts'
import { findDisabledFolders, findTargetFolders } from '../../mail/folders/target-folder-queries.ts'
import type { FolderRow } from '../../mail/folders/folder-row.ts'
import type { MailboxRow } from '../../mail/mailboxes/mailbox-queries.ts'
import { storedSettingsOf } from '../../mail/mailboxes/mailbox-settings-queries.ts'
import { timeZoneOf } from '../../shared/user-time-zones.ts'
import type { Candidate } from '../decision/decision.ts'
import type { SortingBatch } from '../completion/sorting-batch.ts'
import { findFilings } from '../folders/filing-queries.ts'
import { inboxFolderIdOf } from '../folders/inbox-folder-id.ts'
import { createModelCache, type CachedModel, type ModelCache } from './model-cache.ts'
import { modelUnlessKnown } from './model-queries.ts'

/** One cache per database, so that two servers in one process do not share models. */
const caches = new WeakMap<Database, ModelCache>()

/**
 * The model and folders of a batch. Schedules the learning job where the stored model has another version.
 * @throws MailboxAccessError; VendorError
 */
export async function loadModelForBatch(
  ctx: RemoteContext,
  mailbox: MailboxRow,
): Promise<Omit<LoadedModel, 'isOutdated'> & { inboxFolderId: string }> {
  const { isOutdated, ...loaded } = await loadModel(ctx, mailbox)
  if (isOutdated) await ctx.db.asService((tx) => ctx.jobs.enqueue(tx, 'learn-mailbox', { mailboxId: mailbox.id }))
  return { ...loaded, inboxFolderId: await inboxFolderIdOf(ctx, mailbox.id) }
}

interface LoadedModel extends Pick<SortingBatch, 'model' | 'candidates' | 'disabledFolders' | 'timeZone' | 'filings'> {
  isOutdated: boolean
}

/**
 * The stored model, the folders that mail may go to, and those that are switched off but whose instructions still speak
 * for email. A model of another version is replaced by an empty one.
 */
export async function loadModel(ctx: Pick<Context, 'db'>, mailbox: MailboxRow): Promise<LoadedModel> {
  const cache = cacheOf(ctx)
  // Another node may have stored a newer model: the transaction compares the revisions.
  const known = cache.get(mailbox.id)
  const [stored, folders, disabled, timeZone, filings] = await ctx.db.asService((tx, sendLast) =>
    sendLast(() => [
      modelUnlessKnown(tx, mailbox.id, known?.revision ?? null),
      findTargetFolders(tx, mailbox.id),
      findDisabledFolders(tx, mailbox.id),
      timeZoneOf(tx, mailbox.user_id),
      findFilings(tx, mailbox.id),
    ]),
  )
  const ofMailbox = storedSettingsOf(mailbox)
  const candidates = folders.map((folder) => toCandidate(folder, ofMailbox))
  const disabledFolders = disabled.map((folder) => toCandidate(folder, ofMailbox))
  const model = stored && modelOf(stored, known)
  if (model) cache.set(mailbox.id, { revision: stored.revision, model })
  const isOutdated = stored !== null && model === null
  return { model: model ?? createModel(), candidates, disabledFolders, timeZone, filings, isOutdated }
}

/** A model without its state is the one that the cache has. */
const modelOf = ({ state }: { state: Buffer | null }, known: CachedModel | undefined): Model | null =>
  state ? decode(state) : (known?.model ?? null)

function cacheOf({ db }: Pick<Context, 'db'>): ModelCache {
  const cache = caches.get(db) ?? createModelCache()
  caches.set(db, cache)
  return cache
}

function toCandidate(folder: FolderRow, ofMailbox: FilingSchedule): Candidate {
  const { id, display_name: name, instructions, include_security_email: includesSecurityEmail } = folder
  const isInMailbox = folder.provider_folder_id !== null
  return {
    id,
    name,
    instructions,
    includesSecurityEmail,
    ...(isInMailbox && { schedule: scheduleOf(folder, ofMailbox) }),
    ...(!isInMailbox && folder.deleted_in_outlook_at !== null && { isDeleted: true }),
  }
}
