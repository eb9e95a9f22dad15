import type { MicrosoftSandbox } from '../state.ts'
import { GraphError } from './errors.ts'

/** Limits per application and mailbox: https://learn.microsoft.com/graph/throttling-limits#outlook-service-limits */
const WINDOW_MS = 10 * 60_000
const REQUESTS_PER_WINDOW = 10_000
const UPLOAD_WINDOW_MS = 5 * 60_000
const UPLOAD_BYTES_PER_WINDOW = 150 * 2 ** 20

type Load = {
  atOnce: number
  windowStart: number
  requests: number
  uploadStart: number
  uploaded: number
  blockedUntil: number
  /** Calls before the end of the wait; each one extends it. */
  earlyRetries: number
}

export type Throttle = {
  /** Counts a call as running. @returns the number of running calls. @throws GraphError where a limit is exceeded */
  enter(app: string, mailbox: string, uploadBytes: number): number
  leave(app: string, mailbox: string): void
}

type ThrottleParts = Pick<MicrosoftSandbox, 'clock' | 'config' | 'random'>

export function createThrottle(sandbox: ThrottleParts): Throttle {
  const loads = new Map<string, Load>()

  function loadOf(key: string): Load {
    const known = loads.get(key)
    if (known) return known
    const now = sandbox.clock.now()
    const load = {
      atOnce: 0,
      windowStart: now,
      requests: 0,
      uploadStart: now,
      uploaded: 0,
      blockedUntil: 0,
      earlyRetries: 0,
    }
    loads.set(key, load)
    return load
  }

  const placeOf = (app: string, mailbox: string) =>
    sandbox.config.concurrencyPer === 'app' ? app : `${app} ${mailbox}`

  function refuse(load: Load, untilEnd: number): GraphError {
    const now = sandbox.clock.now()
    load.blockedUntil = Math.max(load.blockedUntil, untilEnd) + load.earlyRetries * 1000
    load.earlyRetries++
    return tooMany('TooManyRequests', 'Please retry again later.', sandbox, Math.ceil((load.blockedUntil - now) / 1000))
  }

  return {
    enter(app, mailbox, uploadBytes) {
      const now = sandbox.clock.now()
      const load = loadOf(`${app} ${mailbox}`)
      if (now - load.windowStart >= WINDOW_MS) Object.assign(load, { windowStart: now, requests: 0 })
      if (now - load.uploadStart >= UPLOAD_WINDOW_MS) Object.assign(load, { uploadStart: now, uploaded: 0 })
      load.requests++
      load.uploaded += uploadBytes
      if (load.blockedUntil > now) throw refuse(load, load.blockedUntil)
      load.earlyRetries = 0
      if (load.requests > REQUESTS_PER_WINDOW) throw refuse(load, load.windowStart + WINDOW_MS)
      if (load.uploaded > UPLOAD_BYTES_PER_WINDOW) throw refuse(load, load.uploadStart + UPLOAD_WINDOW_MS)
      const place = loadOf(placeOf(app, mailbox))
      if (place.atOnce >= sandbox.config.maxConcurrent) {
        throw tooMany(
          'ApplicationThrottled',
          'Application is over its MailboxConcurrency limit.',
          sandbox,
          sandbox.random.int(1, 10),
        )
      }
      place.atOnce++
      return place.atOnce
    },
    leave(app, mailbox) {
      loadOf(placeOf(app, mailbox)).atOnce--
    },
  }
}

/** Retry-After has whole seconds; with natural faults it may be a fraction, a date or missing. */
export function tooMany(code: string, message: string, sandbox: ThrottleParts, seconds: number): GraphError {
  const form = sandbox.config.naturalFaults ? sandbox.random.int(0, 5) : 5
  if (form === 0) return new GraphError(429, code, message)
  if (form === 1) return new GraphError(429, code, message, { 'Retry-After': `${seconds - 1}.128` })
  if (form === 2) {
    return new GraphError(429, code, message, {
      'Retry-After': new Date(sandbox.clock.now() + seconds * 1000).toUTCString(),
    })
  }
  return new GraphError(429, code, message, { 'Retry-After': String(seconds) })
}
