import { contextOf, type DriveAnswer, type DriveCall } from './call.ts'
import { invalidRequest } from './errors.ts'
import { picked } from './query.ts'
import { renderItem } from './render.ts'

const MOST = 200

/** `search(q='…')` of the whole drive: names with all of the words, files and folders; a quote in the text is written twice. */
export function search(call: DriveCall, action: string): DriveAnswer {
  const { drive, query } = call
  const [, quoted] = /^search\(q='((?:[^']|'')*)'\)$/s.exec(decodeURIComponent(action)) ?? []
  if (quoted === undefined) throw invalidRequest('The text to search for is not readable.')
  const words = quoted.replaceAll("''", "'").toLowerCase().split(/\s+/)
  const top = Number(query.get('$top') ?? MOST)
  const found = [...drive.items.values()].filter(
    (item) => item !== drive.root && words.every((word) => item.name.toLowerCase().includes(word)),
  )
  return {
    status: 200,
    body: {
      '@odata.context': contextOf(call, 'Collection(driveItem)'),
      value: found.slice(0, top).map((item) => picked(query, renderItem(call, item))),
    },
  }
}
