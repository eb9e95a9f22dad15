import { Hono } from 'hono'
import type { World } from '../../kit/world.ts'
import { GraphError } from '../graph/errors.ts'
import { type Address, itemAt, readAddress } from './address.ts'
import { answerDrive, contextOf, type DriveAnswer, type DriveCall } from './call.ts'
import { createFolder, listChildren } from './children.ts'
import { getContent, putContent } from './file-content.ts'
import { renderDrive, renderItem } from './render.ts'
import { picked, refuseOtherOptions } from './query.ts'
import { itemNotFound } from './errors.ts'
import { removeItem } from './tree.ts'
import { createSession } from './create-session.ts'
import { search } from './search.ts'

type Work = (call: DriveCall, address: Address) => DriveAnswer | Promise<DriveAnswer>

const WORKS: Record<string, Work> = {
  'GET ': getItem,
  'DELETE ': deleteItem,
  'GET children': listChildren,
  'POST children': createFolder,
  'GET content': getContent,
  'PUT content': putContent,
  'POST createUploadSession': createSession,
}
const ACTIONS = ['', 'children', 'content', 'createUploadSession']

/** OneDrive under /graph.microsoft.com/v1.0/me/drive. */
export function driveRoutes(world: World): Hono {
  const app = new Hono()
  app.all('*', (c) => answerDrive(world, c, (call) => answer(call)))
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
