import type { StateFolder } from './state-folder.ts'
import { UnreadableState } from './state-format.ts'
import type { StoredPart } from './stored-part.ts'

export type StateStore = {
  /** Writes soon: several changes are one write. */
  changed: () => void
  /** Resolves when everything that happened before the call is on the disk. */
  saved: () => Promise<void>
  /** Stops; changes after the last write are written. */
  [Symbol.asyncDispose](): Promise<void>
}

const DELAY_MS = 500

/** Restores the parts in order. @returns false where nothing is stored. @throws UnreadableState */
export function restoreState(folder: StateFolder, parts: readonly StoredPart[]): boolean {
  const stored = parts.map(({ name }) => readPart(folder, name))
  if (stored.every((state) => state === undefined)) return false
  const missing = parts.find((_, index) => stored[index] === undefined)
  if (missing) throw new UnreadableState(`${missing.name} is missing`)
  for (const [index, part] of parts.entries()) part.restore(stored[index])
  folder.deleteUnusedBlobs()
  return true
}

function readPart(folder: StateFolder, name: string): unknown {
  try {
    return folder.read(name)
  } catch (error) {
    throw new UnreadableState(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** @param onError called once for each series of failed writes */
export function createStateStore(
  folder: StateFolder,
  parts: readonly StoredPart[],
  onError: (error: unknown) => void,
): StateStore {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  let failing = false

  async function write(): Promise<void> {
    try {
      await folder.write(parts.map((part) => [part.name, part.capture()]))
      failing = false
    } catch (error) {
      if (!failing) onError(error)
      failing = true
    }
  }

  /** Callers that wait for the same write share it. */
  function saved(): Promise<void> {
    next ??= running.then(() => {
      next = null
      clearTimeout(timer)
      timer = undefined
      running = write()
      return running
    })
    return next
  }

  return {
    changed() {
      timer ??= setTimeout(() => void saved(), DELAY_MS).unref()
    },
    saved,
    async [Symbol.asyncDispose]() {
      clearTimeout(timer)
      await saved()
    },
  }
}
