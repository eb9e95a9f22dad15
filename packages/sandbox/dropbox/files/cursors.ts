import { secretOf } from '../../kit/secret.ts'
import type { World } from '../../kit/world.ts'
import type { metadataOf } from '../metadata.ts'

type Metadata = ReturnType<typeof metadataOf>

/** Where the listing of a folder stands: what is still to be told, and what was there when it was last looked at. */
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

const MOST_CURSORS = 2000

/** The oldest cursors are forgotten, as Dropbox forgets them some day: then a listing begins anew (`reset`). */
export function keepCursor({ dropbox }: World, cursor: ListCursor | SearchCursor): string {
  const id = secretOf('AAA', 48)
  dropbox.cursors.set(id, cursor)
  const oldest = dropbox.cursors.keys().next().value
  if (dropbox.cursors.size > MOST_CURSORS && oldest !== undefined) dropbox.cursors.delete(oldest)
  return id
}
