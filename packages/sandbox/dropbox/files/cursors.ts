import { randomSecret } from '../../kit/random-secret.ts'
import type { metadataOf } from '../metadata.ts'

type Metadata = ReturnType<typeof metadataOf>

/** The position of a listing: entries that were not returned yet, and the entries at the last listing. */
export type ListCursor = {
  kind: 'list'
  email: string
  folderId: string
  recursive: boolean
  withUndownloadable: boolean
  limit: number
  pending: unknown[]
  known: Map<string, Metadata>
}

export type SearchCursor = { kind: 'search'; email: string; limit: number; pending: unknown[] }

export type Cursors = Map<string, ListCursor | SearchCursor>

const MAX_CURSORS = 2000

/** Deletes the oldest cursors, as Dropbox does after some time; a client that uses one gets the error `reset`. */
export function saveCursor(cursors: Cursors, cursor: ListCursor | SearchCursor): string {
  const id = randomSecret('AAA', 48)
  cursors.set(id, cursor)
  const oldest = cursors.keys().next().value
  if (cursors.size > MAX_CURSORS && oldest !== undefined) cursors.delete(oldest)
  return id
}
