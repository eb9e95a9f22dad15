import { access, constants, statfs } from 'node:fs/promises'
import os from 'node:os'

/** A temporary folder in memory where there is space: copying the template takes 10 ms, on a busy disk up to 400 ms. */
export async function fastTemporaryFolder(): Promise<string> {
  const shared = '/dev/shm'
  try {
    const { bavail, bsize } = await statfs(shared)
    await access(shared, constants.W_OK)
    if (bavail * bsize > 2 ** 30) return shared
  } catch {
    // /dev/shm does not exist or is not writable.
  }
  return os.tmpdir()
}
