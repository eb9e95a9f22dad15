import { z } from 'zod'
import { BackupContents, type BackupSource, restorePartBytes, RestoreState } from '../../contract/restore.ts'
import { isUnreachable } from './api-error.ts'
import { post } from './call-function.ts'

const Success = z.object({ success: z.literal(true) })

const pollMs = 1000
const partMaxAttempts = 5

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Null once the server has an account, and while it does not respond. */
export async function readRestoreState(): Promise<RestoreState | 'closed' | null> {
  try {
    const response = await fetch('/api/restore')
    if (response.status === 404) return 'closed'
    return RestoreState.parse(await response.json())
  } catch {
    return null
  }
}

/** Uploads a file in parts, which pass each proxy. @param onProgress receives percents */
export async function uploadBackup(file: File, onProgress: (percent: number) => void): Promise<BackupSource> {
  const upload = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  for (let at = 0; at < file.size; at += restorePartBytes) {
    const path = `/api/restore/upload?upload=${upload}&at=${at}&size=${file.size}`
    await uploadPart(path, file.slice(at, at + restorePartBytes))
    onProgress((100 * Math.min(file.size, at + restorePartBytes)) / file.size)
  }
  return { upload }
}

/** The connection may be lost for a moment. */
async function uploadPart(path: string, part: Blob): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await post(path, part, Success)
      return
    } catch (error) {
      if (!isUnreachable(error) || attempt === partMaxAttempts) throw error
      await wait(pollMs)
    }
  }
}

export const checkBackup = (source: BackupSource, passphrase: string): Promise<BackupContents> =>
  post('/api/restore', JSON.stringify({ action: 'check', source, passphrase }), BackupContents)

/**
 * Has the server restore a backup, and waits for its end.
 * @returns whether it was restored; else `readRestoreState` has the reason
 */
export async function restoreBackup(
  source: BackupSource,
  passphrase: string,
  onProgress: (percent: number) => void,
): Promise<boolean> {
  await post('/api/restore', JSON.stringify({ action: 'restore', source, passphrase }), Success)
  let hasBegun = false
  for (;;) {
    await wait(pollMs)
    const state = await readRestoreState()
    if (state === 'closed') return true
    if (state?.state === 'restoring') {
      hasBegun = true
      onProgress(state.percent)
    }
    // Without a failure the process has ended meanwhile, and was started again.
    if (state?.state === 'open' && (hasBegun || state.failure !== null)) return false
  }
}
