import { type Change, changesAfter } from '../change-log.ts'
import type { Folder, Message } from '../model.ts'
import { type GraphAnswer, type GraphCall, graphBase, READ_BASIC, type Route } from './graph-call.ts'
import { type DeltaItem, type DeltaState, saveDeltaState } from './delta-state.ts'
import { badRequest, GraphError } from './errors.ts'
import { folderOf } from './find-by-id.ts'
import { usersContext } from './paging.ts'
import { FOLDER_PROPERTIES, FOLDER_TYPE, renderFolder } from './render-folder.ts'
import { MESSAGE_PROPERTIES, MESSAGE_TYPE, renderMessage } from './render-message.ts'
import { pick, readSelect } from './select.ts'

const MAX_FILTERED = 5000
const DEFAULT_PAGE = 10

function messagesDelta(call: GraphCall): GraphAnswer {
  const folder = folderOf(call, call.params.folder ?? '')
  const state = continuedState(call, folder.id) ?? firstRound(call, folder)
  return page(call, state, `mailFolders('${folder.id}')/messages/delta`, (item, chosen) => {
    const message = call.mailbox.messages.get(item.immutableId)
    if (item.removedAs !== null || !message || message.folder !== folder) return removedMessage(call, item, message)
    return renderMessage(message, call.prefer, chosen)
  })
}

/** A message that leaves during a round is reported as removed in the next round, and left out of this one. */
function removedMessage(
  call: GraphCall,
  item: DeltaItem,
  message: Message | undefined,
): Record<string, unknown> | null {
  if (item.removedAs === null) return null
  const id = call.prefer.immutableIds ? item.immutableId : item.removedAs
  return { '@odata.type': message?.odataType ?? `#${MESSAGE_TYPE}`, id, '@removed': { reason: 'deleted' } }
}

function foldersDelta(call: GraphCall): GraphAnswer {
  refuseOptions(call, ['$select'])
  const state = continuedState(call, null) ?? firstFolderRound(call)
  return page(call, state, 'mailFolders/delta', (item) => {
    const folder = call.mailbox.folders.get(item.immutableId)
    if (item.removedAs !== null || !folder) return { id: item.immutableId, '@removed': { reason: 'deleted' } }
    return pick(renderFolder(folder, call.sandbox), state.select ? new Set(state.select.split(',')) : null)
  })
}

/** The state of a followed link. A delta link starts a new round with the changes since the last one. */
function continuedState(call: GraphCall, folderId: string | null): DeltaState | null {
  const { query } = call.request
  const token = query.get('$skiptoken') ?? query.get('$deltatoken')
  if (token === null) return null
  if (token === 'latest') return latest(call, folderId)
  const extra = [...query.keys()].find((name) => name !== '$skiptoken' && name !== '$deltatoken')
  if (extra) throw badRequest(`The query parameter '${extra}' cannot be combined with a state token.`)
  const state = call.sandbox.deltas.get(token)
  if (!state || state.mailbox !== call.mailbox || state.folderId !== folderId) throw gone(call)
  if (query.has('$skiptoken')) return state
  if (state.round >= call.sandbox.config.deltaTokenRounds) throw gone(call)
  return nextRound(call, state)
}

function gone(call: GraphCall): GraphError {
  const { deltaGone } = call.sandbox.config
  const text = 'The sync state generation is not found; the client has to start over.'
  if (deltaGone !== '410') return new GraphError(Number(deltaGone), 'syncStateNotFound', text)
  const Location = `${graphBase(call.request)}/${call.request.path}?$deltatoken=`
  return new GraphError(410, 'SyncStateNotFound', text, { Location })
}

/** `$deltatoken=latest` for messages returns a nextLink instead of a deltaLink, as the real service does. */
function latest(call: GraphCall, folderId: string | null): DeltaState {
  return { ...blank(call, folderId), items: [], place: -1 }
}

function blank(call: GraphCall, folderId: string | null): DeltaState {
  const { query } = call.request
  return {
    mailbox: call.mailbox,
    folderId,
    select: query.get('$select'),
    pageSize: query.has('$top') ? Number(query.get('$top')) : null,
    changeType: query.get('changeType'),
    since: null,
    sequence: call.mailbox.sequence,
    items: [],
    place: 0,
    round: 0,
  }
}

function firstRound(call: GraphCall, folder: Folder): DeltaState {
  refuseOptions(call, ['$select', '$top', '$expand', '$filter', '$orderby', 'changeType', '$deltatoken'])
  const { query } = call.request
  readSelect(query, MESSAGE_TYPE, MESSAGE_PROPERTIES)
  const top = query.get('$top')
  if (top !== null && !(Number(top) >= 1 && Number(top) <= 1000)) throw badRequest(`Invalid value '${top}' for $top.`)
  const orderBy = query.get('$orderby')
  if (orderBy !== null && !/^receivedDateTime desc$/i.test(orderBy.trim())) {
    throw badRequest('Only $orderby=receivedDateTime desc is supported for delta.')
  }
  const changeType = query.get('changeType')
  if (changeType !== null && !['created', 'updated', 'deleted'].includes(changeType)) {
    throw badRequest(`Invalid changeType '${changeType}'.`)
  }
  const since = sinceOf(query.get('$filter'))
  const wanted = [...folder.messages].filter(({ rank }) => since === null || rank >= since)
  const items = (since === null ? wanted : wanted.slice(0, MAX_FILTERED)).map(({ immutableId }) => ({
    immutableId,
    removedAs: null,
  }))
  return { ...blank(call, folder.id), since, items }
}

function sinceOf(filter: string | null): number | null {
  if (filter === null) return null
  const found = /^\s*receivedDateTime\s+(ge|gt)\s+(\S+)\s*$/i.exec(filter)
  const time = Date.parse(found?.[2] ?? '')
  if (Number.isNaN(time))
    throw badRequest('Only $filter=receivedDateTime ge {value} and gt {value} are supported for delta.')
  return found?.[1]?.toLowerCase() === 'gt' ? time + 1 : time
}

function refuseOptions(call: GraphCall, known: string[]): void {
  for (const name of call.request.query.keys()) {
    if (name === '$skiptoken' || name === '$deltatoken' || known.includes(name)) continue
    throw badRequest(`The query parameter '${name}' is not supported for change tracking.`)
  }
}

function firstFolderRound(call: GraphCall): DeltaState {
  readSelect(call.request.query, FOLDER_TYPE, FOLDER_PROPERTIES)
  const { mailbox } = call
  const items = [...mailbox.folders.values()].filter(
    (folder) => folder !== mailbox.root && folder.parent !== null && !folder.isHidden,
  )
  return { ...blank(call, null), items: items.map(({ id }) => ({ immutableId: id, removedAs: null })) }
}

function nextRound(call: GraphCall, state: DeltaState): DeltaState {
  const folder = state.folderId === null ? null : call.mailbox.folders.get(state.folderId)
  const log = folder ? folder.log : call.mailbox.folderLog
  const { clock, config, random } = call.sandbox
  // With natural faults some changes are reported again.
  const again = config.naturalFaults && random.chance(0.1) ? 5 : 0
  const changes = changesAfter(log, Math.max(state.sequence - again, log.deletedUpTo), clock.now())
  if (changes === null || state.sequence < log.deletedUpTo) throw gone(call)
  const sequence = Math.max(changes.at(-1)?.sequence ?? 0, state.sequence)
  const items = changesToItems(call, state, changes)
  return { ...state, items, place: 0, sequence, round: state.round + 1 }
}

/** One entry per item with its last state. With mutable ids, a removal and a return are two entries. */
function changesToItems(call: GraphCall, state: DeltaState, changes: Change[]): DeltaItem[] {
  const items = new Map<string, DeltaItem & { created: boolean }>()
  for (const { type, immutableId, restId } of changes) {
    const key = call.prefer.immutableIds ? immutableId : restId
    const created = type === 'created' || (items.get(key)?.created ?? false)
    items.delete(key)
    items.set(key, { immutableId, removedAs: type === 'deleted' ? restId : null, created })
  }
  return [...items.values()].filter(({ created, removedAs }) => {
    const kind = removedAs !== null ? 'deleted' : created ? 'created' : 'updated'
    return state.changeType === null || state.changeType === kind
  })
}

function page(
  call: GraphCall,
  state: DeltaState,
  context: string,
  render: (item: DeltaItem, chosen: Set<string> | null) => Record<string, unknown> | null,
): GraphAnswer {
  const { sandbox, prefer, request } = call
  const size = prefer.maxPageSize ?? state.pageSize ?? DEFAULT_PAGE
  const chosen = state.select
    ? readSelect(new URLSearchParams({ $select: state.select }), MESSAGE_TYPE, SELECTABLE)
    : null
  const from = Math.max(state.place, 0)
  const value = state.items.slice(from, from + size).flatMap((item) => render(item, chosen) ?? [])
  const more = state.place < 0 || from + size < state.items.length
  const next: DeltaState = more
    ? { ...state, place: state.place < 0 ? 0 : from + size }
    : { ...state, items: [], place: 0 }
  const token = saveDeltaState(sandbox.deltas, next)
  const path = request.path.replaceAll('()', '')
  const link = `${graphBase(call.request)}/${path}?${more ? '$skiptoken' : '$deltatoken'}=${token}`
  const body = { '@odata.context': `${graphBase(call.request)}/$metadata#${usersContext(call, context)}` }
  return { status: 200, body: { ...body, [more ? '@odata.nextLink' : '@odata.deltaLink']: link, value } }
}

const SELECTABLE: ReadonlySet<string> = new Set([...MESSAGE_PROPERTIES, ...FOLDER_PROPERTIES])

const read = { scopes: READ_BASIC, mail: true }
export const deltaRoutes: readonly Route[] = [
  { method: 'GET', pattern: 'me/mailFolders/delta', ...read, run: foldersDelta },
  { method: 'GET', pattern: 'me/mailFolders/:folder/messages/delta', ...read, run: messagesDelta },
]
