import { access, constants, statfs } from 'node:fs/promises'
import os from 'node:os'

/**
 * A temporary folder in memory where there is room: a copy of the template then takes 10 ms, on a busy disk up to 400.
 */
export async function quickestFolder(): Promise<string> {
  const shared = '/dev/shm'
  try {
    const { bavail, bsize } = await statfs(shared)
    await access(shared, constants.W_OK)
    if (bavail * bsize > 2 ** 30) return shared
  } catch {
    // There is none here, or it is not ours.
  }
  return os.tmpdir()
}
