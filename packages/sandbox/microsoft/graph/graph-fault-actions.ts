import { decodeOnce } from '../../kit/decode-once.ts'
import type { Fault } from '../../kit/faults.ts'
import type { MicrosoftSandbox } from '../state.ts'
import { readJson } from '../../kit/read-strictly.ts'
import { createFolder, deleteFolder, FolderError, removeFolder } from '../folders.ts'
import { findFolder } from '../find-folder.ts'
import { type GraphAnswer, graphBase, type GraphRequest } from './graph-call.ts'
import { moveMessage, removeMessage, updateMessage } from '../messages.ts'
import type { Folder, Mailbox, Message } from '../model.ts'

/** Simulates another client that changes the mailbox immediately before a call. */
export function changeMailboxBefore(
  sandbox: MicrosoftSandbox,
  mailbox: Mailbox,
  fault: Fault,
  request: GraphRequest,
): void {
  const { outlook } = sandbox
  const message = messageIn(mailbox, request.path)
  switch (fault.action) {
    case 'moveMessage': {
      const target = findFolder(mailbox, String(fault.options?.folder ?? 'archive'))
      if (message && target) moveMessage(outlook, message, target)
      return
    }
    case 'removeMessage':
      if (message) removeMessage(outlook, message)
      return
    case 'changeMessage':
      if (message)
        updateMessage(outlook, message, {
          isRead: !message.isRead,
          categories: [...message.categories, 'Changed meanwhile'],
        })
      return
    case 'takeFolderName':
      occupyName(sandbox, mailbox, request)
      return
    case 'deleteDestination':
    case 'removeDestination': {
      const folder = destination(mailbox, request)
      if (folder && fault.action === 'deleteDestination') deleteFolder(outlook, mailbox, folder)
      else if (folder) removeFolder(outlook, mailbox, folder)
      return
    }
    default:
  }
}

function messageIn(mailbox: Mailbox, path: string): Message | undefined {
  const id = decodeOnce(/messages(?:\/|\('|\(%27)([^/?')]+)/.exec(path)?.[1] ?? '')
  return mailbox.messages.get(id) ?? mailbox.byRestId.get(id)
}

function fieldOf(request: GraphRequest, name: string): string | null {
  const json = readJson(request.body)
  if (!json.ok || typeof json.value !== 'object' || json.value === null) return null
  const value: unknown = Reflect.get(json.value, name)
  return typeof value === 'string' ? value : null
}

function destination(mailbox: Mailbox, request: GraphRequest): Folder | undefined {
  const folder = mailbox.folders.get(fieldOf(request, 'destinationId') ?? fieldOf(request, 'DestinationId') ?? '')
  return folder?.wellKnownName === null ? folder : undefined
}

function occupyName({ outlook }: MicrosoftSandbox, mailbox: Mailbox, request: GraphRequest): void {
  const displayName = fieldOf(request, 'displayName')
  const id = decodeOnce(/mailFolders\/([^/]+)\/childFolders$/.exec(request.path)?.[1] ?? '')
  const parent = id ? findFolder(mailbox, id) : mailbox.root
  if (!displayName || !parent) return
  try {
    createFolder(outlook, mailbox, parent, { displayName })
  } catch (error) {
    if (!(error instanceof FolderError)) throw error
  }
}

/** Changes a successful response. */
export function changeResponse(
  sandbox: MicrosoftSandbox,
  fault: Fault,
  request: GraphRequest,
  answer: GraphAnswer,
): GraphAnswer {
  switch (fault.action) {
    case 'clockSkew': {
      const skewed = sandbox.clock.now() + Number(fault.options?.seconds ?? 300) * 1000
      return { ...answer, headers: { ...answer.headers, Date: new Date(skewed).toUTCString() } }
    }
    case 'schemaDrift':
      return { ...answer, body: drifted(answer.body) }
    case 'emptyPage':
    case 'repeatPage':
      return { ...answer, body: oddPage(request, answer.body, fault.action) }
    default:
      return answer
  }
}

/** Adds unknown fields, and replaces texts with null. */
function drifted(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(drifted)
  if (typeof body !== 'object' || body === null) return body
  const inner = Object.entries(body).map(([name, value]) => {
    if (name === 'importance' || name === 'inferenceClassification') return [name, 'unknownFutureValue']
    if (name === 'bodyPreview' || name === 'webLink') return [name, null]
    return [name, name === 'value' ? drifted(value) : value]
  })
  return { ...Object.fromEntries(inner), newPropertyOfTomorrow: { since: '2027-01-01' } }
}

/** An empty page with a next link, or a page whose next link is itself. */
function oddPage(request: GraphRequest, body: unknown, action: string): unknown {
  if (typeof body !== 'object' || body === null || !('value' in body)) return body
  const query = request.query.size > 0 ? `?${request.query.toString().replaceAll('%24', '$')}` : ''
  const self = `${graphBase(request)}/${request.path}${query}`
  const { '@odata.deltaLink': _link, ...rest }: Record<string, unknown> = { ...body }
  return { ...rest, '@odata.nextLink': self, value: action === 'emptyPage' ? [] : body.value }
}
