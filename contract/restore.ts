import { z } from 'zod'

/** The restore of a backup into an installation without accounts, at `/api/restore`. */

const time = z.iso.datetime()

/** Bytes of a request of an upload: what proxies let pass where nothing is configured. */
export const restorePartBytes = 1024 * 1024

export const RestoreState = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('open'),
    /** Those of BACKUP_DIR, the newest first. */
    backups: z.array(z.object({ name: z.string(), writtenAt: time, bytes: z.int() })),
    /** Why the last restore failed. */
    failure: z.string().nullable(),
  }),
  z.object({ state: z.literal('restoring'), percent: z.int() }),
])
export type RestoreState = z.infer<typeof RestoreState>

/** 128 random bits. Not a UUID: browsers make none for a page by http in the home network. */
export const UploadId = z.string().regex(/^[\da-f]{32}$/)

/** A file that was uploaded, by its id, or one of BACKUP_DIR. */
export const BackupSource = z.union([z.strictObject({ upload: UploadId }), z.strictObject({ name: z.string() })])
export type BackupSource = z.infer<typeof BackupSource>

/** `check` reads the whole backup and changes nothing. */
export const RestoreInput = z.strictObject({
  action: z.enum(['check', 'restore']),
  source: BackupSource,
  passphrase: z.string().max(1024),
})

export const BackupContents = z.object({
  /** Time and version are null for the backup of a former program. */
  writtenAt: time.nullable(),
  version: z.string().nullable(),
  users: z.int(),
  /** Names of settings that have to be set in the environment: the restore cannot. */
  toSet: z.array(z.string()),
})
export type BackupContents = z.infer<typeof BackupContents>
