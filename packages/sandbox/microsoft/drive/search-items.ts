import { contextOf, type DriveAnswer, type DriveCall } from './drive-call.ts'
import { invalidRequest } from './errors.ts'
import { picked } from './query-options.ts'
import { renderItem } from './render-item.ts'

const MAX_RESULTS = 200

/** `search(q='…')`: files and folders with all words in the name. A quote in the text is doubled. */
export function search(call: DriveCall, action: string): DriveAnswer {
  const { drive, query } = call
  const [, quoted] = /^search\(q='((?:[^']|'')*)'\)$/s.exec(decodeURIComponent(action)) ?? []
  if (quoted === undefined) throw invalidRequest('The text to search for is not readable.')
  const words = quoted.replaceAll("''", "'").toLowerCase().split(/\s+/)
  const top = Number(query.get('$top') ?? MAX_RESULTS)
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
