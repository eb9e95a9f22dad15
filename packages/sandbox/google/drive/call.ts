import type { Context } from 'hono'
import type { Fault } from '../../kit/faults.ts'
import { originOf } from '../../kit/origin.ts'
import type { World } from '../../kit/world.ts'
import { bearerOf } from '../bearer.ts'
import type { Person } from '../people.ts'
import { DriveError, invalid, notFound } from './errors.ts'
import { createDrive, type Drive, type DriveFile, isFolder } from './model.ts'

/** One call to Drive, with what it is allowed to see. */
export type DriveCall = {
  world: World
  now: number
  person: Person
  clientId: string
  drive: Drive
  query: URLSearchParams
  /** Where links that are handed out begin. */
  origin: string
  /** A fault that acts inside of the call. */
  fault: Fault | null
}

export const DRIVE_SCOPE = 'https://www.googleapis.com/auth/drive.file'
const GLOBAL = ['alt', 'fields', 'prettyPrint', 'quotaUser', 'key', 'supportsAllDrives']
const FLAGS = new Set([
  'prettyPrint',
  'supportsAllDrives',
  'includeItemsFromAllDrives',
  'acknowledgeAbuse',
  'ignoreDefaultVisibility',
  'keepRevisionForever',
])

/** @throws DriveError where nobody, or nobody with the right to files, is calling, or with a parameter that there is not */
export function openCall(world: World, c: Context, known: readonly string[]): DriveCall {
  const { person, clientId } = callerOf(world, c)
  const query = new URL(c.req.url).searchParams
  for (const [name, value] of query) {
    if (!GLOBAL.includes(name) && !known.includes(name)) throw unknownParameter(name)
    if (FLAGS.has(name) && value !== 'true' && value !== 'false') throw invalid(name, `Invalid value '${value}'.`)
  }
  const alt = query.get('alt') ?? 'json'
  if (alt !== 'json' && alt !== 'media') throw invalid('alt', `Invalid value '${alt}'.`)
  const drive = driveOf(world, person)
  const origin = originOf(world, c.req.url)
  return { world, now: world.clock.now(), person, clientId, drive, query, origin, fault: null }
}

function callerOf(world: World, c: Context) {
  if (!c.req.header('authorization')) {
    throw new DriveError(
      403,
      'forbidden',
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    )
  }
  const bearer = bearerOf(world, c)
  if (!bearer) throw authError()
  if (bearer.scopes.has(DRIVE_SCOPE)) return bearer
  throw new DriveError(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.')
}

export function authError(): DriveError {
  return new DriveError(
    401,
    'authError',
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.',
    { location: 'Authorization', locationType: 'header' },
  )
}

function unknownParameter(name: string): DriveError {
  const text = `Unknown name "${name}": Cannot bind query parameter. Field '${name}' could not be found in request message.`
  return new DriveError(400, 'badRequest', `Invalid JSON payload received. ${text}`)
}

/** The Drive of an account; every account has one. */
export function driveOf({ google, clock }: World, { sub }: Person): Drive {
  const known = google.drives.get(sub)
  if (known) return known
  const drive = createDrive(clock.now())
  google.drives.set(sub, drive)
  return drive
}

/** A file that the scope drive.file shows: one that this client made. The root is none. */
export function seenFile({ drive, clientId }: DriveCall, id: string): DriveFile | undefined {
  const file = drive.files.get(id)
  return file?.madeBy === clientId ? file : undefined
}

/** @throws DriveError 404 where the caller does not see it; `root` is told by its id */
export function fileOf(call: DriveCall, id: string): DriveFile {
  const file = seenFile(call, id)
  if (!file) throw notFound(id === 'root' ? call.drive.root.id : id)
  return file
}

/** A folder to put something into: one that the caller sees, or the root, by its id or as `root`. @throws DriveError */
export function folderOf(call: DriveCall, id: string): DriveFile {
  const { root } = call.drive
  const folder = id === 'root' || id === root.id ? root : fileOf(call, id)
  if (!isFolder(folder)) throw new DriveError(403, 'parentNotAFolder', 'The specified parent is not a folder.')
  return folder
}

/** A whole number of the query. @throws DriveError where it is none, or outside of the range */
export function numberOf({ query }: DriveCall, name: string, usual: number, most: number): number {
  const text = query.get(name)
  if (text === null) return usual
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= most) return number
  throw invalid(name, `Invalid value '${text}'. Values must be within the range: [1, ${most}]`)
}
