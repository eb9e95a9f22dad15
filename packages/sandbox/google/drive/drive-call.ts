import type { Context } from 'hono'
import type { Fault } from '../../kit/faults.ts'
import { originOf } from '../../kit/origin.ts'
import type { GoogleSandbox } from '../state.ts'
import { bearerOf } from '../oauth/bearer.ts'
import type { GoogleAccount } from '../google-accounts.ts'
import { DriveError, invalid, notFound } from './errors.ts'
import { createDrive, type Drive, type DriveFile, isFolder } from './drive-model.ts'

/** An authorized call of Drive. */
export type DriveCall = {
  sandbox: GoogleSandbox
  now: number
  account: GoogleAccount
  clientId: string
  drive: Drive
  query: URLSearchParams
  /** The origin of links in the response. */
  origin: string
  /** A fault that affects the handling of the call. */
  fault: Fault | null
}

const DRIVE_SCOPE = 'https://www.googleapis.com/auth/drive.file'
const GLOBAL = ['alt', 'fields', 'prettyPrint', 'quotaUser', 'key', 'supportsAllDrives']
const FLAGS = new Set([
  'prettyPrint',
  'supportsAllDrives',
  'includeItemsFromAllDrives',
  'acknowledgeAbuse',
  'ignoreDefaultVisibility',
  'keepRevisionForever',
])

/** @throws DriveError without a valid token, without the scope, or with an unknown parameter */
export function openCall(sandbox: GoogleSandbox, c: Context, known: readonly string[]): DriveCall {
  const { account, clientId } = callerOf(sandbox, c)
  const query = new URL(c.req.url).searchParams
  for (const [name, value] of query) {
    if (!GLOBAL.includes(name) && !known.includes(name)) throw unknownParameter(name)
    if (FLAGS.has(name) && value !== 'true' && value !== 'false') throw invalid(name, `Invalid value '${value}'.`)
  }
  const alt = query.get('alt') ?? 'json'
  if (alt !== 'json' && alt !== 'media') throw invalid('alt', `Invalid value '${alt}'.`)
  const drive = driveOf(sandbox, account)
  const origin = originOf(sandbox, c.req.url)
  return { sandbox, now: sandbox.clock.now(), account, clientId, drive, query, origin, fault: null }
}

function callerOf(sandbox: GoogleSandbox, c: Context) {
  if (!c.req.header('authorization')) {
    throw new DriveError(
      403,
      'forbidden',
      "Method doesn't allow unregistered callers (callers without established identity). " +
        'Please use API Key or other form of API consumer identity to call this API.',
    )
  }
  const bearer = bearerOf(sandbox, c)
  if (!bearer) throw authError()
  if (bearer.scopes.has(DRIVE_SCOPE)) return bearer
  throw new DriveError(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.')
}

export function authError(): DriveError {
  return new DriveError(
    401,
    'authError',
    'Request had invalid authentication credentials. ' +
      'Expected OAuth 2 access token, login cookie or other valid authentication credential. ' +
      'See https://developers.google.com/identity/sign-in/web/devconsole-project.',
    { location: 'Authorization', locationType: 'header' },
  )
}

function unknownParameter(name: string): DriveError {
  const text = `Cannot bind query parameter. Field '${name}' could not be found in request message.`
  return new DriveError(400, 'badRequest', `Invalid JSON payload received. Unknown name "${name}": ${text}`)
}

/** The Drive of an account, created at first use. */
export function driveOf({ google, clock }: GoogleSandbox, { sub }: GoogleAccount): Drive {
  const known = google.drives.get(sub)
  if (known) return known
  const drive = createDrive(clock.now())
  google.drives.set(sub, drive)
  return drive
}

/** A file that is visible with the scope `drive.file`: this client created it. The root is not visible. */
export function seenFile({ drive, clientId }: DriveCall, id: string): DriveFile | undefined {
  const file = drive.files.get(id)
  return file?.madeBy === clientId ? file : undefined
}

/** @throws DriveError 404 where the file is not visible; the error names `root` by its id */
export function fileOf(call: DriveCall, id: string): DriveFile {
  const file = seenFile(call, id)
  if (!file) throw notFound(id === 'root' ? call.drive.root.id : id)
  return file
}

/** A parent folder: a visible one, or the root by its id or as `root`. @throws DriveError */
export function folderOf(call: DriveCall, id: string): DriveFile {
  const { root } = call.drive
  const folder = id === 'root' || id === root.id ? root : fileOf(call, id)
  if (!isFolder(folder)) throw new DriveError(403, 'parentNotAFolder', 'The specified parent is not a folder.')
  return folder
}

/** An integer of the query. @throws DriveError for anything else, and outside of 1 to `max` */
export function numberOf({ query }: DriveCall, name: string, defaultValue: number, max: number): number {
  const text = query.get(name)
  if (text === null) return defaultValue
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= max) return number
  throw invalid(name, `Invalid value '${text}'. Values must be within the range: [1, ${max}]`)
}
