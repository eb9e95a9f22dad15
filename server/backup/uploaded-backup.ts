import { mkdir, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { AppError, fail } from '../errors.ts'
import { describeDataDirError, StartupError, systemCode } from '../startup-error.ts'

/** 1.6 were measured: rows, indexes and the write-ahead log. */
const databaseBytesPerByte = 2
/** Left for PostgreSQL on this machine, which stops when the disk is full, and does not start until there is space. */
const reservedBytes = 64 * 2 ** 20

type DataDir = Pick<Config, 'dataDir'>

const folderOf = ({ dataDir }: DataDir): string => join(dataDir, 'restore')

export const uploadedFile = (config: DataDir, upload: string): string => join(folderOf(config), upload)

/** What was uploaded before, of which the first account or the restore leaves nothing to do. */
export const deleteUploads = (config: DataDir): Promise<void> => rm(folderOf(config), { recursive: true, force: true })

interface UploadPart {
  /** Id of the upload. The beginning of another one replaces it: the disk has one at a time. */
  upload: string
  /** Position in the file. A part whose response was lost may come again. */
  at: number
  /** Of the whole file. */
  size: number
  bytes: Buffer
}

/** @throws AppError `invalid_input`, `upload_interrupted`, `disk_full` or `restore_refused` */
export async function writeUploadPart(config: DataDir, { upload, at, size, bytes }: UploadPart): Promise<void> {
  if (at + bytes.length > size) fail('invalid_input')
  try {
    if (at === 0) await beginUpload(config)
    // Before each part: what a caller claims first may be too little.
    await requireSpace(folderOf(config), size - at + reservedBytes)
    await using file = await open(uploadedFile(config, upload), at === 0 ? 'w' : 'r+', 0o600)
    if ((await file.stat()).size < at) fail('upload_interrupted')
    const { bytesWritten } = await file.write(bytes, 0, bytes.length, at)
    // The disk has become full within the part.
    if (bytesWritten < bytes.length) fail('disk_full')
  } catch (error) {
    const failure = describeFailure(error, config)
    if (failure instanceof AppError && failure.code === 'disk_full') await deleteUploads(config)
    throw failure
  }
}

function describeFailure(error: unknown, { dataDir }: DataDir): unknown {
  const code = systemCode(error)
  if (code === 'ENOENT') return new AppError('upload_interrupted')
  if (code === 'ENOSPC' || code === 'EDQUOT') return new AppError('disk_full')
  return refusal(describeDataDirError(error, dataDir))
}

async function beginUpload(config: DataDir): Promise<void> {
  await deleteUploads(config)
  await mkdir(folderOf(config), { recursive: true, mode: 0o700 })
}

async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bytes > bavail * bsize) fail('disk_full')
}

/** @param bytes of the rows. @throws AppError `disk_full` */
export async function requireSpaceForRows(config: Pick<Config, 'dataDir' | 'databaseUrl'>, bytes: number) {
  if (config.databaseUrl === null) await requireSpace(config.dataDir, databaseBytesPerByte * bytes + reservedBytes)
}

/** The sentence of the commands, as a response; any other error unchanged. */
export function refusal(error: unknown): unknown {
  return error instanceof StartupError ? new AppError('restore_refused', error.message) : error
}
