import { Hono } from 'hono'
import type { MicrosoftSandbox } from '../state.ts'
import { GraphError } from '../graph/errors.ts'
import { type Address, itemAt, readAddress } from './item-address.ts'
import { answerDrive, contextOf, type DriveAnswer, type DriveCall } from './drive-call.ts'
import { createFolder, listChildren } from './folder-children.ts'
import { getContent, uploadContent } from './content-routes.ts'
import { renderDrive, renderItem } from './render-item.ts'
import { picked, refuseOtherOptions } from './query-options.ts'
import { itemNotFound } from './errors.ts'
import { removeItem } from './item-tree.ts'
import { createSession } from './create-session.ts'
import { search } from './search-items.ts'

type Work = (call: DriveCall, address: Address) => DriveAnswer | Promise<DriveAnswer>

const WORKS: Record<string, Work> = {
  'GET ': getItem,
  'DELETE ': deleteItem,
  'GET children': listChildren,
  'POST children': createFolder,
  'GET content': getContent,
  'PUT content': uploadContent,
  'POST createUploadSession': createSession,
}
const ACTIONS = ['', 'children', 'content', 'createUploadSession']

/** OneDrive under /graph.microsoft.com/v1.0/me/drive. */
export function driveRoutes(sandbox: MicrosoftSandbox): Hono {
  const app = new Hono()
  app.all('*', (c) => answerDrive(sandbox, c, (call) => answer(call)))
  return app
}

function answer(call: DriveCall): DriveAnswer | Promise<DriveAnswer> {
  const { method, url } = call.c.req
  const path = new URL(url).pathname.replace(/^.*?\/me\/drive\/?/i, '')
  refuseOtherOptions(call.query)
  if (path === '') return { status: 200, body: { '@odata.context': contextOf(call, 'drive'), ...renderDrive(call) } }
  if (method === 'GET' && path.startsWith('root/search(')) return search(call, path.slice('root/'.length))
  const address = readAddress(call.drive, path)
  const action = ACTIONS.find((known) => known.toLowerCase() === address.action.toLowerCase())
  if (action === undefined) throw itemNotFound()
  const work = WORKS[`${method} ${action}`]
  if (!work) throw new GraphError(405, 'methodNotAllowed', `The HTTP method '${method}' is not allowed here.`)
  return work(call, address)
}

function getItem(call: DriveCall, address: Address): DriveAnswer {
  const item = picked(call.query, renderItem(call, itemAt(address)))
  return { status: 200, body: { '@odata.context': contextOf(call, 'drive/root/$entity'), ...item } }
}

function deleteItem({ drive }: DriveCall, address: Address): DriveAnswer {
  const item = itemAt(address)
  if (item === drive.root) throw new GraphError(403, 'accessDenied', 'The root cannot be deleted.')
  removeItem(drive, item)
  return { status: 204 }
}
