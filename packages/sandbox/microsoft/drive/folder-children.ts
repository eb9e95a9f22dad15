import { z } from 'zod'
import { type Address, itemAt } from './item-address.ts'
import { bodyIn, contextOf, type DriveAnswer, type DriveCall } from './drive-call.ts'
import { invalidRequest } from './errors.ts'
import { checkPath } from './item-names.ts'
import { picked } from './query-options.ts'
import { renderItem } from './render-item.ts'
import { pathOf, placeFolder } from './item-tree.ts'

const FolderBody = z.strictObject({
  name: z.string(),
  folder: z.strictObject({}),
  '@microsoft.graph.conflictBehavior': z.enum(['fail', 'replace', 'rename']).default('fail'),
})

const PAGE_SIZE = 200

/** Sorted by name, in pages of `$top`. */
export function listChildren(call: DriveCall, address: Address): DriveAnswer {
  const { query, origin, c } = call
  const folder = itemAt(address)
  const all = [...folder.children.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  const size = numberIn(query, '$top', PAGE_SIZE)
  const start = numberIn(query, '$skiptoken', 0)
  const { pathname } = new URL(c.req.url)
  const next = new URLSearchParams([...query].filter(([name]) => name !== '$skiptoken'))
  next.set('$skiptoken', String(start + size))
  return {
    status: 200,
    body: {
      '@odata.context': contextOf(call, 'drive/root/children'),
      ...(start + size < all.length ? { '@odata.nextLink': `${origin}${pathname}?${next}` } : {}),
      value: all.slice(start, start + size).map((item) => picked(query, renderItem(call, item))),
    },
  }
}

function numberIn(query: URLSearchParams, name: string, defaultValue: number): number {
  const text = query.get(name)
  if (text === null) return defaultValue
  if (!/^\d{1,9}$/.test(text) || (name === '$top' && text === '0')) throw invalidRequest(`Invalid value for '${name}'.`)
  return Number(text)
}

export async function createFolder(call: DriveCall, address: Address): Promise<DriveAnswer> {
  const { name, '@microsoft.graph.conflictBehavior': on } = await bodyIn(call, FolderBody, 'microsoft.graph.driveItem')
  const folder = itemAt(address)
  if (folder.content) throw invalidRequest('The parent is not a folder.')
  checkPath([...pathOf(folder), name])
  const made = placeFolder(call.sandbox, call.drive, { folder, name }, on)
  return {
    status: 201,
    body: { '@odata.context': contextOf(call, 'drive/root/children/$entity'), ...renderItem(call, made) },
  }
}
