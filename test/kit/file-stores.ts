import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { FileProvider } from '../../contract/providers.ts'
import { withFiles } from '../../server/connections/with-connection.ts'
import type { FileStore, FileUpload, StoredFile } from '../../server/vendors/files/file-store.ts'
import { withUploadsDividedBy } from '../../server/vendors/files/upload-sizes.ts'
import { signUp } from './outlook.ts'
import { connectService } from './services.ts'
import type { App } from './start-app.ts'

/** File storage services against the sandbox, each with its own account. */

const Files = z.array(z.object({ account: z.string(), path: z.string(), size: z.number(), sha256: z.string() }))

/** The sandbox's name of each service, in faults and in its control API. */
export const sandboxNames = {
  dropbox: 'dropbox',
  google_drive: 'google',
  onedrive: 'onedrive',
} as const satisfies Record<FileProvider, string>

export interface Drive {
  provider: FileProvider
  email: string
  token: string
  files: FileStore
  /** Uploads content that is derived from a seed. @param more further fields of `FileUpload` */
  put(content: Content, more?: Partial<FileUpload>): Promise<StoredFile>
  /** All stored files: `path: sha256`. */
  stored(): Promise<Record<string, string>>
  /** For use after the clock was advanced. */
  freshToken(): Promise<string>
  /** Makes the next matching call fail. */
  fault(rule: object): Promise<unknown>
}

/** What the chunks and the large files of tests are divided by; long tests use the real ones. */
export type UploadDivisor = Parameters<typeof withUploadsDividedBy>[0]

/** Two chunks of an upload session, or three where files of two are uploaded whole. */
export const largeFile = (provider: FileProvider, divisor: UploadDivisor): Content =>
  contentOf({ dropbox: 8_500_000, google_drive: 5_100_000, onedrive: 4_100_000 }[provider] / divisor)

/** Connects a new account of a new user. */
export async function openDrive(app: App, provider: FileProvider, divisor: UploadDivisor = 1): Promise<Drive> {
  const who = await signUp(app)
  const email = await connectService(app, who, provider)
  const service = sandboxNames[provider]
  const at = { userId: who.userId, provider }
  const { files, token } = await withFiles(app.ctx, at, async (store, access) => ({ files: store, token: access }))
  const drive: Drive = {
    provider,
    email,
    token,
    files,
    put: (content, more = {}) =>
      withUploadsDividedBy(divisor, () => files.uploadFile(drive.token, { ...fileOf(content), ...more })),
    async stored() {
      const all = Files.parse(await app.control('GET', `/control/${service}`))
      return byPath(all.filter(({ account }) => account === email))
    },
    freshToken: () => withFiles(app.ctx, at, async (_, access) => access),
    fault: (rule) => app.faults({ service, path: '', mailbox: email, times: 1, ...rule }),
  }
  return drive
}

/** `path: sha256`. @throws where two files have the same path, as Google Drive allows: one would hide the other */
export function byPath(files: readonly { path: string; sha256: string }[]): Record<string, string> {
  const found = Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256]))
  if (Object.keys(found).length < files.length)
    throw new Error(`Stored twice at one path: ${files.map(({ path }) => path).join(', ')}`)
  return found
}

interface Content {
  size: number
  read: (from: number) => AsyncGenerator<Uint8Array>
  sha256: string
}

/** Deterministic bytes in chunks of odd sizes; never completely in memory. */
export function contentOf(size: number, seed = 'seed'): Content {
  const block = Buffer.concat(
    Array.from({ length: 2000 }, (_, n) => createHash('sha256').update(`${seed} ${n}`).digest()),
  )
  const partAt = (at: number) =>
    block.subarray(at % block.length, Math.min(block.length, (at % block.length) + size - at))
  async function* read(from: number) {
    for (let at = from; at < size; at += partAt(at).length) yield await Promise.resolve(partAt(at))
  }
  const sum = createHash('sha256')
  for (let at = 0; at < size; at += partAt(at).length) sum.update(partAt(at))
  return { size, read, sha256: sum.digest('hex') }
}

export const fileOf = ({ size, read, sha256 }: Content): FileUpload => ({
  folder: [],
  name: 'bill.pdf',
  size,
  content: read,
  sha256,
  resumeState: null,
  saveState: async () => undefined,
  createFolder: (_, create) => create(),
})

/**
 * Records saved upload states as the processing log does. @param stopAt throws at the n-th save, like a worker that
 * must stop
 */
export function recordUploadStates(stopAt = Infinity) {
  const savedStates: string[] = []
  return {
    savedStates,
    saveState: async (state: string): Promise<void> => {
      savedStates.push(state)
      if (savedStates.length === stopAt) throw new Stopped()
      await Promise.resolve()
    },
    /** The state from which the next attempt resumes. */
    resume: () => savedStates.at(-1) ?? null,
  }
}

export class Stopped extends Error {}
