import type { Folder } from '../model.ts'
import { createFolder, deleteFolder, FolderError, moveFolder, renameFolder } from '../folders.ts'
import { bodyOf } from './request-body.ts'
import { type GraphAnswer, type GraphCall, graphBase, READ_BASIC, type Route, WRITE } from './graph-call.ts'
import { GraphError } from './errors.ts'
import { destinationIn, destinationOf } from './move-destination.ts'
import { folderOf } from './find-by-id.ts'
import { collection, nextLink, pageSize, skipOf, usersContext, wantsCount } from './paging.ts'
import { refuseWhenFull } from './quota.ts'
import { filtered } from './query-options.ts'
import { FOLDER_PROPERTIES, FOLDER_TYPE, renderFolder } from './render-folder.ts'
import { FolderBody, UpdateFolder } from './schemas.ts'
import { pick, readSelect } from './select.ts'

function list(call: GraphCall, parent: Folder, context: string): GraphAnswer {
  const { query } = call.request
  const hidden = query.get('includeHiddenFolders') === 'true'
  const chosen = readSelect(query, FOLDER_TYPE, FOLDER_PROPERTIES)
  const top = pageSize(call)
  const skip = skipOf(call)
  const visible = parent.children.filter((child) => hidden || !child.isHidden)
  const rendered = filtered(
    call,
    FOLDER_PROPERTIES,
    visible.map((folder) => expanded(call, folder)),
  )
  const page = rendered.slice(skip, skip + top).map((item) => pick(item, withExpansion(call, chosen)))
  const next = skip + top < rendered.length ? nextLink(call, skip + top) : null
  const count = wantsCount(call) ? rendered.length : undefined
  return { status: 200, body: collection(call, usersContext(call, context), page, next, count) }
}

function expanded(call: GraphCall, folder: Folder): Record<string, unknown> {
  const item = renderFolder(folder, call.sandbox)
  if (call.request.query.get('$expand')?.startsWith('childFolders')) {
    item.childFolders = folder.children
      .filter((child) => !child.isHidden)
      .map((child) => renderFolder(child, call.sandbox))
  }
  return item
}

function withExpansion(call: GraphCall, chosen: Set<string> | null): Set<string> | null {
  return chosen && call.request.query.has('$expand') ? new Set([...chosen, 'childFolders']) : chosen
}

function answer(call: GraphCall, status: number, folder: Folder): GraphAnswer {
  const chosen = readSelect(call.request.query, FOLDER_TYPE, FOLDER_PROPERTIES)
  const item = pick(expanded(call, folder), withExpansion(call, chosen))
  const context = `${graphBase(call.request)}/$metadata#${usersContext(call, 'mailFolders/$entity')}`
  return { status, body: { '@odata.context': context, ...item } }
}

function create(call: GraphCall, parent: Folder): GraphAnswer {
  const { displayName, isHidden } = bodyOf(call, FolderBody, FOLDER_TYPE)
  requireName(displayName)
  refuseWhenFull(call)
  return withGraphErrors(call, () => {
    const folder = createFolder(call.sandbox.outlook, call.mailbox, parent, {
      displayName: displayName.trim(),
      isHidden,
    })
    return answer(call, 201, folder)
  })
}

function requireName(displayName: string): void {
  if (displayName.trim() === '') throw new GraphError(400, 'ErrorInvalidParameter', 'The folder name cannot be empty.')
}

/** Clients have to check the code, not the status: a taken name is 409 or 400, depending on the tenant. */
function withGraphErrors(call: GraphCall, run: () => GraphAnswer): GraphAnswer {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof FolderError)) throw error
    throw new GraphError(
      error.code === 'ErrorFolderExists' ? call.sandbox.config.folderExistsStatus : 400,
      error.code,
      error.message,
    )
  }
}

function rename(call: GraphCall): GraphAnswer {
  const folder = folderOf(call, call.params.folder ?? '')
  const { displayName } = bodyOf(call, UpdateFolder, FOLDER_TYPE)
  requireName(displayName)
  return withGraphErrors(call, () => {
    renameFolder(call.sandbox.outlook, call.mailbox, folder, displayName.trim())
    return answer(call, 200, folder)
  })
}

function move(call: GraphCall): GraphAnswer {
  const folder = folderOf(call, call.params.folder ?? '')
  const target = destinationOf(call, destinationIn(call, 'move'))
  return withGraphErrors(call, () => {
    moveFolder(call.sandbox.outlook, call.mailbox, folder, target)
    return answer(call, 200, folder)
  })
}

function remove(call: GraphCall): GraphAnswer {
  const folder = folderOf(call, call.params.folder ?? '')
  return withGraphErrors(call, () => {
    deleteFolder(call.sandbox.outlook, call.mailbox, folder)
    return { status: 204 }
  })
}

const inFolder = (call: GraphCall) => folderOf(call, call.params.folder ?? '')
const read = { scopes: READ_BASIC, mail: true }
const write = { scopes: WRITE, mail: true }
const FOLDER = 'me/mailFolders/:folder'

export const mailFolderRoutes: readonly Route[] = [
  { method: 'GET', pattern: 'me/mailFolders', ...read, run: (call) => list(call, call.mailbox.root, 'mailFolders') },
  { method: 'POST', pattern: 'me/mailFolders', ...write, run: (call) => create(call, call.mailbox.root) },
  { method: 'GET', pattern: FOLDER, ...read, run: (call) => answer(call, 200, inFolder(call)) },
  { method: 'PATCH', pattern: FOLDER, ...write, run: rename },
  { method: 'DELETE', pattern: FOLDER, ...write, run: remove },
  { method: 'POST', pattern: `${FOLDER}/move`, ...write, run: move },
  {
    method: 'GET',
    pattern: `${FOLDER}/childFolders`,
    ...read,
    run: (call) => list(call, inFolder(call), 'mailFolders'),
  },
  { method: 'POST', pattern: `${FOLDER}/childFolders`, ...write, run: (call) => create(call, inFolder(call)) },
]
