import type { Folder, Mailbox, Message } from '../model.ts'
import { comesBefore, SortedList } from '../../kit/sorted-list.ts'
import type { GraphAnswer, GraphCall } from './call.ts'
import { collection, nextLink, pageSize, skipOf, usersContext, wantsCount } from './paging.ts'
import { readQuery } from './query.ts'
import { MESSAGE_PROPERTIES, MESSAGE_TYPE, renderMessage } from './render-message.ts'
import { searchTest } from './search.ts'
import { readSelect } from './select.ts'

const PLAIN_VIEW = { immutableIds: false, bodyType: null, allowUnsafeHtml: true } as const

/** Newest first. Paging skips for real: mail that arrives between two pages shifts the second one. */
export function listMessages(call: GraphCall, folder: Folder | null): GraphAnswer {
  const top = pageSize(call)
  const skip = skipOf(call)
  const chosen = readSelect(call.request.query, MESSAGE_TYPE, MESSAGE_PROPERTIES)
  const expand = call.request.query.get('$expand')?.split('(')[0]
  const columns = expand && MESSAGE_PROPERTIES.has(expand) ? new Set([...(chosen ?? DEFAULT_COLUMNS), expand]) : chosen
  const { page, total } = pageOf(call, folder, skip, top)
  const value = page.map((message) => renderMessage(message, call.prefer, columns))
  const next = skip + top < total ? nextLink(call, skip + top) : null
  const context = folder ? `mailFolders('${encodeURIComponent(folder.id)}')/messages` : 'messages'
  return {
    status: 200,
    body: collection(call, usersContext(call, context), value, next, wantsCount(call) ? total : undefined),
  }
}

const DEFAULT_COLUMNS: ReadonlySet<string> = new Set(
  [...MESSAGE_PROPERTIES].filter(
    (name) => !['internetMessageHeaders', 'uniqueBody', 'attachments', 'singleValueExtendedProperties'].includes(name),
  ),
)

function pageOf(call: GraphCall, folder: Folder | null, skip: number, top: number): { page: Message[]; total: number } {
  const { filter, compare, search } = readQuery(call, MESSAGE_PROPERTIES)
  const all = folder ? folder.messages : wholeMailbox(call.mailbox)
  if (!filter && !compare && search === null) return { page: all.slice(skip, skip + top), total: all.size }
  const found = searchTest(search)
  const viewed = [...all].filter(found).map((message) => ({ message, item: lazily(message) }))
  const left = filter ? viewed.filter(({ item }) => filter.matches(item)) : viewed
  const sorted = compare ? left.toSorted((a, b) => compare(a.item, b.item)) : left
  return { page: sorted.slice(skip, skip + top).map(({ message }) => message), total: sorted.length }
}

/** A message seen through its wire properties, each made when a filter asks for it. */
function lazily(message: Message): object {
  return new Proxy(
    {},
    {
      get: (_, name) =>
        typeof name === 'string' ? renderMessage(message, PLAIN_VIEW, new Set([name]))[name] : undefined,
    },
  )
}

/** Deleted Items included, as on the real service; the recoverable items are not. */
function wholeMailbox(mailbox: Mailbox): SortedList<Message> {
  const hidden = mailbox.wellKnown.get('recoverableitemsdeletions')
  const shown = [...mailbox.messages.values()].filter(({ folder }) => folder !== hidden)
  return SortedList.of(shown.sort((a, b) => (comesBefore(a, b) ? -1 : 1)))
}
