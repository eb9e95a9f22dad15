import type { Folder, Message } from '../model.ts'
import type { GraphAnswer, GraphCall } from './graph-call.ts'
import { expandedProperties } from './extended-properties.ts'
import { collection, nextLink, pageSize, skipOf, usersContext, wantsCount } from './paging.ts'
import { readQuery } from './query-options.ts'
import { MESSAGE_PROPERTIES, MESSAGE_TYPE, messageProperty, renderMessage } from './render-message.ts'
import { readSelect } from './select.ts'

const PLAIN_VIEW = { immutableIds: false, bodyType: null, allowUnsafeHtml: true } as const

/** Newest first. Pages are offsets, so new mail between two pages shifts the second one. */
export function listMessages(call: GraphCall, folder: Folder | null): GraphAnswer {
  const top = pageSize(call)
  const skip = skipOf(call)
  const chosen = readSelect(call.request.query, MESSAGE_TYPE, MESSAGE_PROPERTIES)
  const expansion = call.request.query.get('$expand')
  const expand = expansion?.startsWith('singleValueExtendedProperties') ? undefined : expansion?.split('(')[0]
  const columns = expand && MESSAGE_PROPERTIES.has(expand) ? new Set([...(chosen ?? DEFAULT_COLUMNS), expand]) : chosen
  const { page, total } = pageOf(call, folder, skip, top)
  const value = page.map((message) => ({
    ...renderMessage(message, call.prefer, columns),
    ...expandedProperties(message, expansion),
  }))
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
  const { filter, compare, search } = readQuery(call, MESSAGE_PROPERTIES, readMessage)
  const all = folder ? folder.messages : call.mailbox.newestFirst
  if (!filter && !compare && search === null) return { page: all.slice(skip, skip + top), total: all.size }
  const found = searchTest(search)
  const left = [...all].filter((message) => found(message) && (!filter || filter.matches(message)))
  const sorted = compare ? left.toSorted(compare) : left
  return { page: sorted.slice(skip, skip + top), total: sorted.length }
}

/** Renders single properties for filters, so that unused ones are not rendered. */
function readMessage(message: Message, name: string): unknown {
  return messageProperty(message, PLAIN_VIEW, name)
}

/** `$search`: all words in any field, or in the named one (`from:`, `subject:` …). */
function searchTest(search: string | null): (message: Message) => boolean {
  if (search === null) return () => true
  const terms = search.replace(/^"|"$/g, '').toLowerCase().split(/\s+/).filter(Boolean)
  return (message) => terms.every((term) => matchesTerm(message, term))
}

function matchesTerm(message: Message, term: string): boolean {
  const [field, word] = /^(from|to|cc|subject|body|attachment):(.+)$/.exec(term)?.slice(1) ?? [null, term]
  return texts(message, field ?? null).some((text) => text.toLowerCase().includes(word ?? term))
}

function texts(message: Message, field: string | null): string[] {
  switch (field) {
    case 'from':
      return people(message.from ? [message.from] : [])
    case 'to':
      return people(message.toRecipients)
    case 'cc':
      return people(message.ccRecipients)
    case 'subject':
      return [message.subject ?? '']
    case 'body':
      return [message.text]
    case 'attachment':
      return message.attachments.map(({ name }) => name)
    default:
      return [message.subject ?? '', message.text, ...people(message.from ? [message.from] : [])]
  }
}

function people(list: Message['toRecipients']): string[] {
  return list.flatMap(({ emailAddress }) => [emailAddress.address ?? '', emailAddress.name ?? ''])
}
