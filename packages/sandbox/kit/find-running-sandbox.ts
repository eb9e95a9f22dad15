import { z } from 'zod'

const Info = z.looseObject({ stateDir: z.string().nullable() })
const TIMEOUT_MS = 2000

/** Whether a sandbox that uses this folder for its state responds at an address. */
export async function isSandboxRunning(url: string, stateDir: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/control/info`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return Info.parse(await answer.json()).stateDir === stateDir
  } catch {
    return false
  }
}
