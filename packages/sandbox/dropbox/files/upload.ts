import { secretOf } from '../../kit/secret.ts'
import { type Call, route } from '../call.ts'
import { commitFile } from '../commit.ts'
import { ContentReader } from '../content.ts'
import { refuse, type Tagged } from '../errors.ts'
import { fileMetadata } from '../metadata.ts'
import { PathProblem } from '../paths.ts'
import type { UploadSession } from '../state.ts'
import { AppendArg, FinishArg, StartArg, UploadArg } from './schemas.ts'
import { inTurn, readFile } from './write.ts'

const SCOPE = 'files.content.write'
const SESSION_LIFE_MS = 7 * 24 * 3600_000

const upload = route({
  name: 'files/upload',
  style: 'upload',
  scope: SCOPE,
  arg: UploadArg,
  run: (call, arg) =>
    inTurn(call, async () => {
      const reader = new ContentReader()
      await readFile(call, reader, arg.content_hash)
      try {
        return fileMetadata(commitFile(call.world, call.account, arg, reader.content()))
      } catch (error) {
        if (!(error instanceof PathProblem)) throw error
        // The bytes stay: they can be committed elsewhere without being sent again.
        const upload_session_id = keepSession(call, reader, false)
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
    return { session_id: keepSession(call, reader, close) }
  },
})

const append = route({
  name: 'files/upload_session/append_v2',
  style: 'upload',
  scope: SCOPE,
  arg: AppendArg,
  async run(call, { cursor, close, content_hash }) {
    const { session, reader } = await readOn(call, cursor, content_hash, (problem) => problem)
    if (session.closed) throw refuse({ '.tag': 'closed' })
    if (reader.size > call.world.dropbox.settings.sessionLimit) throw refuse({ '.tag': 'too_large' })
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
    inTurn(call, async () => {
      const { dropbox } = call.world
      const inFinish = (problem: Tagged) => ({ '.tag': 'lookup_failed', lookup_failed: problem })
      const { reader } = await readOn(call, cursor, content_hash, inFinish)
      if (reader.size > dropbox.settings.sessionLimit) throw refuse(inFinish({ '.tag': 'too_large' }))
      const file = commitFile(call.world, call.account, commit, reader.content())
      dropbox.sessions.delete(cursor.session_id)
      return fileMetadata(file)
    }),
})

export const uploadRoutes = [upload, start, append, finish]

function keepSession({ world, account }: Call, reader: ContentReader, closed: boolean): string {
  const { sessions } = world.dropbox
  for (const [old, { expiresAt }] of sessions) if (expiresAt <= world.clock.now()) sessions.delete(old)
  const id = secretOf('pid_upload_session:SBX', 24)
  sessions.set(id, {
    email: account.email,
    reader,
    closed,
    expiresAt: world.clock.now() + SESSION_LIFE_MS,
  })
  return id
}

type Cursor = { session_id: string; offset: number }

/**
 * Reads the file of a call behind what the session has. The session itself stays as it is: what a call that breaks off had
 * sent does not count.
 * @param inWords puts a problem into the union of the route
 */
async function readOn(call: Call, cursor: Cursor, hash: string | undefined, inWords: (problem: Tagged) => Tagged) {
  const session = sessionOf(call, cursor)
  if (!session) throw refuse(inWords({ '.tag': 'not_found' }))
  const refuseOffset = () => refuse(inWords({ '.tag': 'incorrect_offset', correct_offset: session.reader.size }))
  if (cursor.offset !== session.reader.size) throw refuseOffset()
  const { reader: before } = session
  const reader = before.copy()
  await readFile(call, reader, hash)
  // Two calls at once for one offset: the one that ends first has it.
  if (session.reader !== before) throw refuseOffset()
  return { session, reader }
}

function sessionOf({ world, account }: Call, { session_id }: Cursor): UploadSession | undefined {
  const session = world.dropbox.sessions.get(session_id)
  const isAlive = session !== undefined && session.email === account.email && session.expiresAt > world.clock.now()
  return isAlive ? session : undefined
}
