import { randomSecret } from '../../kit/random-secret.ts'
import { type Call, route } from '../route-definition.ts'
import { commitFile } from '../commit-file.ts'
import { ContentReader } from '../file-content.ts'
import { refuse, type Tagged } from '../errors.ts'
import { fileMetadata } from '../metadata.ts'
import { PathError } from '../paths.ts'
import type { UploadSession } from '../state.ts'
import { AppendArg, FinishArg, StartArg, UploadArg } from './schemas.ts'
import { withWriteLock, readFile } from './write-lock.ts'

const SCOPE = 'files.content.write'
const SESSION_LIFETIME_MS = 7 * 24 * 3600_000

const upload = route({
  name: 'files/upload',
  style: 'upload',
  scope: SCOPE,
  arg: UploadArg,
  run: (call, arg) =>
    withWriteLock(call, async () => {
      const reader = new ContentReader()
      await readFile(call, reader, arg.content_hash)
      try {
        return fileMetadata(commitFile(call.sandbox, call.account, arg, reader.content()))
      } catch (error) {
        if (!(error instanceof PathError)) throw error
        // The bytes remain in a session, so that the client can commit them at another path without a new upload.
        const upload_session_id = saveSession(call, reader, false)
        throw refuse({ '.tag': 'path', reason: error.reason, upload_session_id })
      }
    }),
})

const start = route({
  name: 'files/upload_session/start',
  style: 'upload',
  scope: SCOPE,
  arg: StartArg,
  async run(call, { close, session_type, content_hash }) {
    const reader = new ContentReader()
    await readFile(call, reader, content_hash)
    if (session_type === 'concurrent') throw refuse({ '.tag': 'concurrent_session_data_not_allowed' })
    return { session_id: saveSession(call, reader, close) }
  },
})

const append = route({
  name: 'files/upload_session/append_v2',
  style: 'upload',
  scope: SCOPE,
  arg: AppendArg,
  async run(call, { cursor, close, content_hash }) {
    const { session, reader } = await readAfterSession(call, cursor, content_hash, (problem) => problem)
    if (session.closed) throw refuse({ '.tag': 'closed' })
    if (reader.size > call.sandbox.dropbox.settings.sessionLimit) throw refuse({ '.tag': 'too_large' })
    session.reader = reader
    session.closed = close
    return null
  },
})

const finish = route({
  name: 'files/upload_session/finish',
  style: 'upload',
  scope: SCOPE,
  arg: FinishArg,
  run: (call, { cursor, commit, content_hash }) =>
    withWriteLock(call, async () => {
      const { dropbox } = call.sandbox
      const inFinish = (problem: Tagged) => ({ '.tag': 'lookup_failed', lookup_failed: problem })
      const { reader } = await readAfterSession(call, cursor, content_hash, inFinish)
      if (reader.size > dropbox.settings.sessionLimit) throw refuse(inFinish({ '.tag': 'too_large' }))
      const file = commitFile(call.sandbox, call.account, commit, reader.content())
      dropbox.sessions.delete(cursor.session_id)
      return fileMetadata(file)
    }),
})

export const uploadRoutes = [upload, start, append, finish]

function saveSession({ sandbox, account }: Call, reader: ContentReader, closed: boolean): string {
  const { sessions } = sandbox.dropbox
  for (const [old, { expiresAt }] of sessions) if (expiresAt <= sandbox.clock.now()) sessions.delete(old)
  const id = randomSecret('pid_upload_session:SBX', 24)
  sessions.set(id, {
    email: account.email,
    reader,
    closed,
    expiresAt: sandbox.clock.now() + SESSION_LIFETIME_MS,
  })
  return id
}

type Cursor = { session_id: string; offset: number }

/**
 * Reads the file of a call after the bytes of the session. It changes a copy, so a call that breaks off adds nothing.
 * @param wrap wraps an error in the union of the route
 */
async function readAfterSession(
  call: Call,
  cursor: Cursor,
  hash: string | undefined,
  wrap: (problem: Tagged) => Tagged,
) {
  const session = sessionOf(call, cursor)
  if (!session) throw refuse(wrap({ '.tag': 'not_found' }))
  const refuseOffset = () => refuse(wrap({ '.tag': 'incorrect_offset', correct_offset: session.reader.size }))
  if (cursor.offset !== session.reader.size) throw refuseOffset()
  const { reader: before } = session
  const reader = before.copy()
  await readFile(call, reader, hash)
  // Of two parallel calls for one offset the first one to end wins.
  if (session.reader !== before) throw refuseOffset()
  return { session, reader }
}

function sessionOf({ sandbox, account }: Call, { session_id }: Cursor): UploadSession | undefined {
  const session = sandbox.dropbox.sessions.get(session_id)
  const isAlive = session !== undefined && session.email === account.email && session.expiresAt > sandbox.clock.now()
  return isAlive ? session : undefined
}
