import { graphTime } from '../../kit/clock.ts'
import type { MicrosoftSandbox } from '../state.ts'
import { contentOf, createIntake, type Intake, readInto } from './file-content.ts'
import { badRange, invalidRequest, tooLarge } from './errors.ts'
import type { UploadSession } from './state.ts'
import { folderOf } from './upload-target.ts'
import { placeFile, type Placed } from './item-tree.ts'

type NewSession = Pick<UploadSession, 'drive' | 'target' | 'on'>

const LIFETIME_MS = 24 * 3600_000
/** The size of ranges, except the last one: https://learn.microsoft.com/graph/api/driveitem-createuploadsession */
const RANGE_STEP = 320 * 1024
const RANGE_LIMIT = 60 * 2 ** 20

export function newSession({ clock }: MicrosoftSandbox, start: NewSession): UploadSession {
  return { ...start, intake: createIntake(), received: 0, total: null, expiresAt: clock.now() + LIFETIME_MS }
}

export function progressOf({ received, expiresAt }: UploadSession) {
  return { expirationDateTime: graphTime(expiresAt), nextExpectedRanges: [`${received}-`] }
}

type Range = { from: number; to: number; total: number }

/** @throws GraphError for a missing or malformed header */
export function readRange(header: string | undefined): Range {
  const found = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(header ?? '')
  const [from = 0, to = 0, total = 0] = (found ?? []).slice(1).map(Number)
  if (!found || from > to || to >= total) throw invalidRequest('The Content-Range header is missing or not readable.')
  return { from, to, total }
}

/**
 * Adds one range to the session. @returns the file after the last range, otherwise null
 * @throws GraphError, and then nothing of the range is stored
 */
export async function receiveRange(
  sandbox: MicrosoftSandbox,
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
  const placed = isLast ? place(sandbox, session, intake) : null
  Object.assign(session, { intake, received: to + 1, total })
  return placed
}

function place(sandbox: MicrosoftSandbox, { drive, target, on }: UploadSession, intake: Intake): Placed {
  const child = { folder: folderOf(sandbox, drive, target), name: target.name, content: intake.finish() }
  return placeFile(sandbox, drive, child, on)
}

/** Simulates another client: creates a file with other content at the target of the session. */
export function occupyName(sandbox: MicrosoftSandbox, { drive, target }: UploadSession): void {
  const child = {
    folder: folderOf(sandbox, drive, target),
    name: target.name,
    content: contentOf(Buffer.from('taken')),
  }
  placeFile(sandbox, drive, child, 'replace')
}
