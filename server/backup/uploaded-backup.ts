import { mkdir, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { AppError, fail } from '../errors.ts'
import { describeDataDirError, StartupError, systemCode } from '../startup-error.ts'

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

/** @throws AppError `upload_interrupted`, `upload_disk_full` or `restore_refused` */
export async function writeUploadPart(config: DataDir, { upload, at, size, bytes }: UploadPart): Promise<void> {
  try {
    if (at === 0) await beginUpload(config, size)
    await using file = await open(uploadedFile(config, upload), at === 0 ? 'w' : 'r+', 0o600)
    if ((await file.stat()).size < at) fail('upload_interrupted')
    await file.write(bytes, 0, bytes.length, at)
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT') fail('upload_interrupted')
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw refusal(describeDataDirError(error, config.dataDir))
    await deleteUploads(config)
    fail('upload_disk_full')
  }
}

async function beginUpload(config: DataDir, size: number): Promise<void> {
  await deleteUploads(config)
  await mkdir(folderOf(config), { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(folderOf(config))
  if (size > bavail * bsize) fail('upload_disk_full')
}

/** The sentence of the commands, as a response; any other error unchanged. */
export function refusal(error: unknown): unknown {
  return error instanceof StartupError ? new AppError('restore_refused', error.message) : error
}
