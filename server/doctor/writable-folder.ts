import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { systemCode } from '../startup-error.ts'

/** Larger than what a file system keeps inside of an entry of a folder. */
const trialBytes = 64 * 1024

/** The folder itself, or the first one above it that exists. */
export const existingParent = (folder: string): string =>
  existsSync(folder) || path.dirname(folder) === folder ? folder : existingParent(path.dirname(folder))

/**
 * Writes a file and removes it: permissions alone do not show a full or read-only disk.
 * @returns null where that works
 */
export async function writeProblem(folder: string): Promise<string | null> {
  const file = path.join(folder, `.mailroom-doctor-${randomUUID()}`)
  try {
    await writeFile(file, Buffer.alloc(trialBytes), { flag: 'wx' })
    return null
  } catch (error) {
    const code = systemCode(error) ?? 'no reason'
    if (code === 'ENOTDIR') return 'is no folder'
    return code === 'ENOSPC' || code === 'EDQUOT' ? 'is full' : `is not writable (${code})`
  } finally {
    await rm(file, { force: true }).catch(() => undefined)
  }
}
