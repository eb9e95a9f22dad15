import { graphTime } from '../../kit/clock.ts'
import type { World } from '../../kit/world.ts'
import { contentOf, createIntake, type Intake, readInto } from './content.ts'
import { badRange, invalidRequest, tooLarge } from './errors.ts'
import type { Drive } from './state.ts'
import { folderOf, type Target } from './target.ts'
import { type Conflict, placeFile, type Placed } from './tree.ts'

/** A file on its way in, range by range. */
export type UploadSession = {
  drive: Drive
  target: Target
  on: Conflict
  intake: Intake
  received: number
  /** Of the whole file, in bytes; null until the first range tells. */
  total: number | null
  expiresAt: number
}

export type NewSession = Pick<UploadSession, 'drive' | 'target' | 'on'>

const LIFE_MS = 24 * 3600_000
/** Ranges are multiples of it, all but the last (learn.microsoft.com/graph/api/driveitem-createuploadsession). */
const RANGE_STEP = 320 * 1024
const RANGE_LIMIT = 60 * 2 ** 20

export function newSession({ clock }: World, wish: NewSession): UploadSession {
  return { ...wish, intake: createIntake(), received: 0, total: null, expiresAt: clock.now() + LIFE_MS }
}

export function progressOf({ received, expiresAt }: UploadSession) {
  return { expirationDateTime: graphTime(expiresAt), nextExpectedRanges: [`${received}-`] }
}

export type Range = { from: number; to: number; total: number }

/** @throws GraphError where it is missing or makes no sense */
export function readRange(header: string | undefined): Range {
  const found = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(header ?? '')
  const [from = 0, to = 0, total = 0] = (found ?? []).slice(1).map(Number)
  if (!found || from > to || to >= total) throw invalidRequest('The Content-Range header is missing or not readable.')
  return { from, to, total }
}

/**
 * Takes one range. @returns the file where it was the last, null where more are to come
 * @throws GraphError; then nothing of the range was taken
 */
export async function takeRange(
  world: World,
  session: UploadSession,
  range: Range,
  body: ReadableStream<Uint8Array> | null,
): Promise<Placed | null> {
  const { from, to, total } = range
  const length = to - from + 1
  const intake = session.intake.fork()
  const read = await readInto(intake, body, length)
  const isLast = to + 1 === total
  if (length >= RANGE_LIMIT) throw tooLarge('A range has to be smaller than 60 MiB.')
  if (read !== length) throw invalidRequest('The length of the content is not that of the range.')
  if (session.total !== null && total !== session.total)
    throw invalidRequest('The total length is not that of the ranges before.')
  if (!isLast && length % RANGE_STEP !== 0) throw invalidRequest('A range has to be a multiple of 320 KiB.')
  if (from < session.received)
    throw badRange('The uploaded fragment overlaps with data that has already been received.')
  if (from > session.received) throw badRange('The uploaded fragment is not the one expected next.')
  const placed = isLast ? place(world, session, intake) : null
  Object.assign(session, { intake, received: to + 1, total })
  return placed
}

function place(world: World, { drive, target, on }: UploadSession, intake: Intake): Placed {
  const child = { folder: folderOf(world, drive, target), name: target.name, content: intake.finish() }
  return placeFile(world, drive, child, on)
}

/** Somebody else is faster: a file of another content comes to stand where the session wants to put its own. */
export function takeName(world: World, { drive, target }: UploadSession): void {
  const child = { folder: folderOf(world, drive, target), name: target.name, content: contentOf(Buffer.from('taken')) }
  placeFile(world, drive, child, 'replace')
}
