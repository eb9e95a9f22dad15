import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { type Blobs, decodeState, encodeState, sha256, UnreadableState } from './state-format.ts'

/** The files of the state: one per service, and one for each large content. Only the user may read them. */
export type StateFolder = {
  path: string
  /** @returns undefined where nothing is stored. @throws UnreadableState */
  read(name: string): unknown
  /**
   * Serializes all states before it returns, so that they agree; resolves when they are on the disk. Writes only those
   * that have changed. One call at a time.
   */
  write(states: readonly (readonly [name: string, state: unknown])[]): Promise<void>
  /** @param url the address of the sandbox that uses the folder */
  writeUser(url: string): Promise<void>
  /** Deletes content that no state read or wrote. */
  deleteUnusedBlobs(): void
}

const userFile = (path: string) => join(path, 'address')

/** The address of the sandbox that used the folder last; null before the first one. */
export const readLastUser = (path: string): string | null =>
  existsSync(userFile(path)) ? readFileSync(userFile(path), 'utf8') : null

export function openStateFolder(path: string): StateFolder {
  const blobFolder = join(path, 'blobs')
  mkdirSync(blobFolder, { recursive: true, mode: 0o700 })
  const hashes = new WeakMap<Uint8Array, string>()
  const used = new Set<string>()
  const unwritten = new Map<string, Uint8Array>()
  const written = new Map<string, string>()
  const blobs: Blobs = {
    write(bytes) {
      const hash = hashes.get(bytes) ?? sha256(bytes)
      hashes.set(bytes, hash)
      if (!used.has(hash)) unwritten.set(hash, bytes)
      return hash
    },
    read(hash) {
      const file = join(blobFolder, hash)
      if (!existsSync(file)) throw new UnreadableState('a part of it is missing')
      const bytes = readFileSync(file)
      if (sha256(bytes) !== hash) throw new UnreadableState('it is damaged')
      hashes.set(bytes, hash)
      used.add(hash)
      return bytes
    },
  }

  async function writeBlobs(): Promise<void> {
    for (const [hash, bytes] of unwritten) {
      await replaceFile(join(blobFolder, hash), bytes)
      used.add(hash)
      unwritten.delete(hash)
    }
  }

  return {
    path,
    read(name) {
      const file = join(path, name)
      return existsSync(file) ? decodeState(readFileSync(file), blobs) : undefined
    },
    async write(states) {
      const encoded = states.map(([name, state]) => [name, encodeState(state, blobs)] as const)
      await writeBlobs()
      for (const [name, bytes] of encoded) {
        const header = bytes.toString('latin1', 0, bytes.indexOf('\n'))
        if (written.get(name) === header) continue
        await replaceFile(join(path, name), bytes)
        written.set(name, header)
      }
    },
    writeUser: (url) => replaceFile(userFile(path), Buffer.from(url)),
    deleteUnusedBlobs() {
      for (const file of readdirSync(blobFolder)) if (!used.has(file)) rmSync(join(blobFolder, file), { force: true })
    },
  }
}

/** The old or the new content is there at any moment, also after a loss of power. */
async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.new`
  const file = await open(temporary, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path)
}
