import { z } from 'zod'
import { ServiceError } from '../service-error.ts'
import { readServiceAnswer } from '../service-http.ts'
import { wholeOf } from './chunks.ts'
import type { FileToPut } from './file-store.ts'
import { namesFor } from './free-name.ts'
import { callDrive, type OneDriveAccess } from './onedrive-call.ts'
import { DriveItem, itemFields } from './onedrive-metadata.ts'
import { beginSession, sendRanges, sessionStanding } from './onedrive-session.ts'
import { quickXor } from './quick-xor.ts'

/** One request takes more today, but older accounts no more than 4 MB. */
const sessionFrom = 4_000_000

/** Under which name it is being put, and where the ranges go. */
const Begun = z.strictObject({ name: z.string().min(1), session: z.string().nullable() })
type Begun = z.infer<typeof Begun>

/**
 * Puts a content at the first free name of the folder, which is made with it. A name that is taken is refused by OneDrive itself
 * (`conflictBehavior=fail`), so that nothing is written over, whoever is faster.
 */
export async function putIntoOneDrive(access: OneDriveAccess, file: FileToPut): Promise<DriveItem> {
  const begun = begunOf(file.resume)
  const isOurs = contentTest(file, begun)
  for (const name of namesFor(file.name)) {
    const path = itemPath([...file.folder, name])
    const there = await itemAt(access, path)
    if (there) {
      if (await isOurs(there)) return there
      continue
    }
    try {
      if (file.size <= sessionFrom) return await putWhole(access, file, { name, path })
      return await putByRanges(access, file, { name, path, session: begun?.name === name ? begun.session : null })
    } catch (error) {
      if (!(error instanceof ServiceError && error.refusal === 'conflict')) throw error
      const taken = await itemAt(access, path)
      // Not the name is in the way, but a file among the folders.
      if (!taken) throw error
      if (await isOurs(taken)) return taken
    }
  }
  throw new ServiceError('onedrive', 'conflict', { status: 409, code: 'no_free_name' })
}

/** Never encoded are the colons (learn.microsoft.com/graph/onedrive-addressing-driveitems). */
const itemPath = (names: readonly string[]): string => `/root:/${names.map(encodeURIComponent).join('/')}:`

function begunOf(resume: string | null): Begun | null {
  const read = Begun.safeParse(resume ? JSON.parse(resume) : null)
  return read.success ? read.data : null
}

/** Whether an item is the content to put; it is read for its sum only where one of the same size is met. */
function contentTest(file: FileToPut, begun: Begun | null): (item: DriveItem) => Promise<boolean> {
  let sum: Promise<string> | null = null
  return async (item) => {
    if (!item.file || item.size !== file.size) return false
    const told = item.file.hashes?.quickXorHash
    // A sum may come a while after the file.
    if (!told) return begun?.name === item.name
    sum ??= quickXor(file.content(0))
    return told === (await sum)
  }
}

async function itemAt(access: OneDriveAccess, path: string): Promise<DriveItem | null> {
  try {
    const answer = await callDrive(access, { method: 'GET', path: `${path}?$select=${itemFields}` })
    return readServiceAnswer('onedrive', answer, DriveItem)
  } catch (error) {
    if (error instanceof ServiceError && error.refusal === 'gone') return null
    throw error
  }
}

const keeper = (file: FileToPut, begun: Begun) => () => file.keep(JSON.stringify(begun))

async function putWhole(
  access: OneDriveAccess,
  file: FileToPut,
  { name, path }: { name: string; path: string },
): Promise<DriveItem> {
  const body = await wholeOf(file.content(0))
  await keeper(file, { name, session: null })()
  const answer = await callDrive(access, {
    method: 'PUT',
    // The usual behaviour of this call is to replace.
    path: `${path}/content?@microsoft.graph.conflictBehavior=fail`,
    headers: { 'content-type': 'application/octet-stream' },
    body,
  })
  return readServiceAnswer('onedrive', answer, DriveItem)
}

async function putByRanges(
  access: OneDriveAccess,
  file: FileToPut,
  { name, path, session }: { name: string; path: string; session: string | null },
): Promise<DriveItem> {
  const standing = session === null ? null : await sessionStanding(access, session)
  if (session !== null && standing !== null)
    return sendRanges(access, file, { session, from: standing, keep: keeper(file, { name, session }) })
  await keeper(file, { name, session: null })()
  const begun = await beginSession(access, path, file.size)
  return sendRanges(access, file, { session: begun, from: 0, keep: keeper(file, { name, session: begun }) })
}
