import { execFile } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { systemCode } from '../../server/startup-error.ts'

const run = promisify(execFile)

/** A file system for the data of the database that can be filled up. */
export interface SmallDisk extends AsyncDisposable {
  folder: string
  /** Leaves no free block until `empty` is called. */
  fill(): Promise<void>
  empty(): Promise<void>
}

/** Holds the database of a long run with `smallDiskSettings`. */
const SIZE = '1536m'

/** Bounds the disk space of the write-ahead log. */
export const smallDiskSettings = { max_wal_size: '128MB' }

/** Mounts a file system in memory. @returns null where this process may not mount one */
export async function mountSmallDisk(): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'mailroom-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=711`, 'mailroom-torture', folder])
  } catch {
    await rm(folder, { recursive: true })
    return null
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill: () => writeUntilFull(ballast),
    empty: () => rm(ballast, { force: true }),
    async [Symbol.asyncDispose]() {
      // Processes of the database may need a moment to end.
      await run('umount', ['--lazy', folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function writeUntilFull(file: string): Promise<void> {
  await using handle = await open(file, 'a')
  for (const size of [2 ** 22, 2 ** 12]) {
    const zeros = Buffer.alloc(size)
    try {
      for (;;) await handle.writeFile(zeros)
    } catch (error) {
      if (systemCode(error) !== 'ENOSPC') throw error
    }
  }
}
