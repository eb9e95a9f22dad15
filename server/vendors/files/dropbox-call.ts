import { Dropbox, DropboxResponseError } from 'dropbox'
import { z } from 'zod'
import type { DropboxConfig } from '../../service-settings.ts'
import { retryAfterMs } from '../http.ts'
import { ServiceError, type ServiceRefusal } from '../service-error.ts'
import { limitedAnswer } from './limited-answer.ts'

const timeoutMs = 60_000
const usualMaxBytes = 8 * 1024 * 1024

/**
 * Dropbox's own client with a ready access token: it neither refreshes nor tries again. Only base addresses are ours.
 * @param maxBytes of an answer
 */
export function dropboxClient(
  { apiUrl, contentUrl }: DropboxConfig,
  accessToken: string,
  maxBytes = usualMaxBytes,
): Dropbox {
  const bases: Readonly<Record<string, string>> = {
    'api.dropboxapi.com': apiUrl,
    'content.dropboxapi.com': contentUrl,
  }
  return new Dropbox({
    accessToken,
    async fetch(address: string, options: RequestInit) {
      const { host, pathname, search } = new URL(address)
      const base = bases[host]
      if (base === undefined) throw new ServiceError('dropbox', 'refused', { status: 0, code: 'unknown_host' })
      const signal = AbortSignal.timeout(timeoutMs)
      const answer = await fetch(`${base}${pathname}${search}`, { ...options, redirect: 'manual', signal })
      return limitedAnswer('dropbox', maxBytes, answer)
    },
  })
}

/**
 * What Dropbox answers, read by a shape.
 * @throws ServiceError for every refusal (developers.dropbox.com/error-handling-guide), and where no answer arrived whole
 */
export async function answered<S extends z.ZodType>(
  call: Promise<{ result: unknown }>,
  shape: S,
): Promise<z.output<S>> {
  let result: unknown
  try {
    result = (await call).result
  } catch (error) {
    throw asServiceError(error)
  }
  const read = shape.safeParse(result)
  if (!read.success) throw new ServiceError('dropbox', 'unknown', { status: 0, code: 'unreadable_answer' })
  return read.data
}

/** `error_summary` ends in a random number of dots: its beginning is what counts. */
const Refusal = z.object({
  error_summary: z.string().optional(),
  error: z.object({ retry_after: z.number().optional() }).loose().optional(),
})

export function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  if (!(error instanceof DropboxResponseError))
    return new ServiceError('dropbox', 'unknown', { status: 0, code: 'unreachable', cause: error })
  const { status, headers } = error
  const body = Refusal.safeParse(error.error)
  const code = (body.success ? body.data.error_summary?.replace(/[./]*$/, '') : undefined) ?? `http_${status}`
  const asked = headers instanceof Headers ? retryAfterMs(headers) : null
  const waitMs = asked ?? secondsOf(body.data?.error?.retry_after)
  return new ServiceError('dropbox', refusalOf(status, code), {
    status,
    code: code.slice(0, 100),
    retryAfterMs: waitMs,
    cause: error,
  })
}

const longestWaitMs = 24 * 3600_000
const secondsOf = (seconds: number | undefined): number | null =>
  seconds === undefined ? null : Math.min(Math.max(0, Math.ceil(seconds * 1000)), longestWaitMs)

function refusalOf(status: number, code: string): ServiceRefusal {
  if (status === 429 || status >= 500 || code.includes('too_many_write_operations')) return 'later'
  if (status === 401) {
    if (code.startsWith('missing_scope')) return 'scope'
    return code.startsWith('expired_access_token') ? 'unauthorized' : 'signed_out'
  }
  if (status === 403) return 'scope'
  if (code.includes('insufficient_space')) return 'quota'
  if (code.includes('not_found')) return 'gone'
  if (code.includes('conflict')) return 'conflict'
  return 'refused'
}
