import type { World } from '../../kit/world.ts'
import { GraphError } from './errors.ts'

/** Limits per application and mailbox. */
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
  /** Calls that came before the wait was over; each makes it longer. */
  impatience: number
}

export type Throttle = {
  /** Throws where a limit is over; otherwise answers the number of calls at once and takes a place among them. */
  enter(app: string, mailbox: string, uploadBytes: number): number
  leave(app: string, mailbox: string): void
}

export function createThrottle(world: World): Throttle {
  const loads = new Map<string, Load>()

  function loadOf(key: string): Load {
    const known = loads.get(key)
    if (known) return known
    const now = world.clock.now()
    const load = {
      atOnce: 0,
      windowStart: now,
      requests: 0,
      uploadStart: now,
      uploaded: 0,
      blockedUntil: 0,
      impatience: 0,
    }
    loads.set(key, load)
    return load
  }

  const placeOf = (app: string, mailbox: string) => (world.config.concurrencyPer === 'app' ? app : `${app} ${mailbox}`)

  function refuse(load: Load, untilEnd: number): GraphError {
    const now = world.clock.now()
    load.blockedUntil = Math.max(load.blockedUntil, untilEnd) + load.impatience * 1000
    load.impatience++
    return tooMany('TooManyRequests', 'Please retry again later.', world, Math.ceil((load.blockedUntil - now) / 1000))
  }

  return {
    enter(app, mailbox, uploadBytes) {
      const now = world.clock.now()
      const load = loadOf(`${app} ${mailbox}`)
      if (now - load.windowStart >= WINDOW_MS) Object.assign(load, { windowStart: now, requests: 0 })
      if (now - load.uploadStart >= UPLOAD_WINDOW_MS) Object.assign(load, { uploadStart: now, uploaded: 0 })
      load.requests++
      load.uploaded += uploadBytes
      if (load.blockedUntil > now) throw refuse(load, load.blockedUntil)
      load.impatience = 0
      if (load.requests > REQUESTS_PER_WINDOW) throw refuse(load, load.windowStart + WINDOW_MS)
      if (load.uploaded > UPLOAD_BYTES_PER_WINDOW) throw refuse(load, load.uploadStart + UPLOAD_WINDOW_MS)
      const place = loadOf(placeOf(app, mailbox))
      if (place.atOnce >= world.config.maxConcurrent) {
        throw tooMany(
          'ApplicationThrottled',
          'Application is over its MailboxConcurrency limit.',
          world,
          world.random.int(1, 10),
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

/** Retry-After comes as whole seconds; with natural faults on at times as a fraction, a date or not at all. */
export function tooMany(code: string, message: string, world: World, seconds: number): GraphError {
  const form = world.config.naturalFaults ? world.random.int(0, 5) : 5
  if (form === 0) return new GraphError(429, code, message)
  if (form === 1) return new GraphError(429, code, message, { 'Retry-After': `${seconds - 1}.128` })
  if (form === 2) {
    return new GraphError(429, code, message, {
      'Retry-After': new Date(world.clock.now() + seconds * 1000).toUTCString(),
    })
  }
  return new GraphError(429, code, message, { 'Retry-After': String(seconds) })
}
