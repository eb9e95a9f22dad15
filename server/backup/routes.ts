import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import {
  type BackupContents,
  type BackupSource,
  RestoreInput,
  restorePartBytes,
  type RestoreState,
  UploadId,
} from '../../contract/restore.ts'
import type { Context } from '../context.ts'
import { describeBackups } from '../db/backup/backup-folder.ts'
import { fail } from '../errors.ts'
import { authenticateApiKey } from '../http/request/api-key.ts'
import { isOwnHost } from '../http/request/own-host.ts'
import { perIp, postOnly, rawRoute, type RawCall, type Route } from '../http/routing/route.ts'
import { usesStoredSettings } from '../settings/merge-settings.ts'
import { signUpMode } from '../shared/sign-up-mode.ts'
import { inspectBackup } from './open-backup.ts'
import { isRestoredByPage } from './restored-settings.ts'
import type { RestoreDesk } from './restore-desk.ts'
import { refusal, requireSpaceForRows, uploadedFile, writeUploadPart } from './uploaded-backup.ts'

/** A guess of a passphrase costs half a second and 128 MB. */
const attemptsPerMinute = 10
/** A page that waits reads each second. */
const readsPerMinute = 300
/** A gigabyte in a minute. */
const partsPerMinute = 1000
const inputMaxBytes = 4096

const UploadQuery = z.object({
  upload: UploadId,
  at: z.coerce.number().int().min(0),
  size: z.coerce.number().int().positive(),
})

/** A visitor who may create the first account may restore a backup in its place. @throws AppError `not_found` */
async function requireFresh(ctx: Pick<Context, 'config' | 'db' | 'restoreDesk'>): Promise<RestoreDesk> {
  const isFresh = usesStoredSettings(ctx.config) && (await signUpMode(ctx)) === 'first'
  return (isFresh && ctx.restoreDesk) || fail('not_found')
}

/** The key is a part of the page: a page of another origin cannot read it, and so not call these routes. */
function requirePage({ access, config }: Pick<Context, 'access' | 'config'>, { request, url }: RawCall): void {
  if ('refusal' in authenticateApiKey(access, request.headers, url)) fail('unauthorized')
  if (!isOwnHost(request.headers, config)) fail('other_address')
}

/** Also without a passphrase, which only the writing of backups needs. */
const folderOf = ({ config }: Pick<Context, 'config'>): string | null => config.given['BACKUP_DIR'] ?? null

const readState = rawRoute({
  method: 'GET',
  path: '/api/restore',
  auth: 'none',
  limit: perIp(readsPerMinute, 'minute'),
  maxBytes: 0,
  async handle(ctx) {
    const { failure } = await requireFresh(ctx)
    const folder = folderOf(ctx)
    const backups = folder === null ? [] : await describeBackups(folder).catch(() => [])
    return Response.json({ state: 'open', backups, failure } satisfies RestoreState)
  },
})

const upload = rawRoute({
  method: 'POST',
  path: '/api/restore/upload',
  auth: 'own',
  limit: perIp(partsPerMinute, 'minute'),
  maxBytes: restorePartBytes,
  async handle(ctx, call) {
    requirePage(ctx, call)
    await requireFresh(ctx)
    const query = UploadQuery.safeParse(Object.fromEntries(call.url.searchParams))
    if (!query.success) fail('invalid_input')
    await writeUploadPart(ctx.config, { ...query.data, bytes: call.body })
    return Response.json({ success: true })
  },
})

const restore = rawRoute({
  method: 'POST',
  path: '/api/restore',
  auth: 'own',
  limit: perIp(attemptsPerMinute, 'minute'),
  maxBytes: inputMaxBytes,
  async handle(ctx, call) {
    requirePage(ctx, call)
    const desk = await requireFresh(ctx)
    const { action, source, passphrase } = parseInput(call.body)
    const backup = { file: await findFile(ctx, source), passphrase }
    const contents = await inspectAlone(desk, ctx, backup)
    if (action === 'check') return Response.json(contents)
    // The check took its time.
    await requireFresh(ctx)
    desk.order(backup)
    return Response.json({ success: true })
  },
})

function parseInput(body: Buffer): z.infer<typeof RestoreInput> {
  try {
    return RestoreInput.parse(JSON.parse(body.toString('utf8')))
  } catch {
    return fail('invalid_input')
  }
}

async function findFile({ config }: Pick<Context, 'config'>, source: BackupSource): Promise<string> {
  if ('upload' in source) {
    const file = uploadedFile(config, source.upload)
    return existsSync(file) ? file : fail('upload_interrupted')
  }
  const folder = folderOf({ config })
  const backups = folder === null ? [] : await describeBackups(folder)
  const found = backups.some(({ name }) => name === source.name)
  return folder !== null && found ? join(folder, source.name) : fail('backup_not_found')
}

/** One at a time, for the memory that a passphrase needs. */
async function inspectAlone(
  desk: RestoreDesk,
  { config }: Pick<Context, 'config'>,
  backup: { file: string; passphrase: string },
): Promise<BackupContents> {
  if (desk.isReading) fail('restore_busy')
  desk.isReading = true
  try {
    const { missing, bytes, ...contents } = await inspectBackup(backup, config.given)
    await requireSpaceForRows(config, bytes)
    return { ...contents, toSet: missing.filter((name) => !isRestoredByPage(name)) }
  } catch (error) {
    throw refusal(error)
  } finally {
    desk.isReading = false
  }
}

export const backupRoutes: Route[] = [readState, restore, upload, postOnly(upload)]
