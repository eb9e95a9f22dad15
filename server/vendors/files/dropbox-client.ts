import { fileServiceResponseMaxBytes, retryAfterMaxMs, serviceErrorCodeMaxLength } from '../limits.ts'
import { fileServiceTimeoutMs } from '../../limits.ts'
import { Dropbox, DropboxResponseError } from 'dropbox'
import { z } from 'zod'
import type { DropboxConfig } from '../../service-settings.ts'
import { inCallSpan } from '../../tracing.ts'
import { retryAfterMs } from '../http/retry-after.ts'
import { ServiceError, type ServiceRefusal } from '../services/service-error.ts'
import { timeLimitMs } from '../http/time-limit.ts'
import { limitResponseSize } from './limit-response-size.ts'

/**
 * Creates Dropbox's SDK with a valid access token; it neither refreshes tokens nor retries. Its hosts are replaced by
 * the configured base URLs.
 * @param maxBytes size limit of a response
 */
export function createDropboxClient(
  { apiUrl, contentUrl }: DropboxConfig,
  accessToken: string,
  maxBytes = fileServiceResponseMaxBytes,
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
      const signal = AbortSignal.timeout(timeLimitMs(fileServiceTimeoutMs))
      const response = await inCallSpan({ vendor: 'dropbox', method: options.method }, () =>
        fetch(`${base}${pathname}${search}`, { ...options, redirect: 'manual', signal }),
      )
      return limitResponseSize('dropbox', maxBytes, response)
    },
  })
}

/**
 * Awaits a call of the SDK and validates its result.
 * @throws ServiceError (developers.dropbox.com/error-handling-guide)
 */
export async function parseDropboxResponse<S extends z.ZodType>(
  call: Promise<{ result: unknown }>,
  shape: S,
): Promise<z.output<S>> {
  let result: unknown
  try {
    result = (await call).result
  } catch (error) {
    throw toDropboxError(error)
  }
  const read = shape.safeParse(result)
  if (!read.success) throw new ServiceError('dropbox', 'unknown', { status: 0, code: 'unreadable_answer' })
  return read.data
}

/** `error_summary` ends in a random number of dots, which are removed. */
const Refusal = z.object({
  error_summary: z.string().optional(),
  error: z.object({ retry_after: z.number().optional() }).loose().optional(),
})

export function toDropboxError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  if (!(error instanceof DropboxResponseError))
    return new ServiceError('dropbox', 'unknown', { status: 0, code: 'unreachable', cause: error })
  const { status, headers } = error
  const body = Refusal.safeParse(error.error)
  const code = (body.success ? body.data.error_summary?.replace(/[./]*$/, '') : undefined) ?? `http_${status}`
  const fromHeader = headers instanceof Headers ? retryAfterMs(headers) : null
  const delayMs = fromHeader ?? retryAfterFromSeconds(body.data?.error?.retry_after)
  return new ServiceError('dropbox', classifyDropboxError(status, code), {
    status,
    code: code.slice(0, serviceErrorCodeMaxLength),
    retryAfterMs: delayMs,
    cause: error,
  })
}

const retryAfterFromSeconds = (seconds: number | undefined): number | null =>
  seconds === undefined ? null : Math.min(Math.max(0, Math.ceil(seconds * 1000)), retryAfterMaxMs)

function classifyDropboxError(status: number, code: string): ServiceRefusal {
  if (status === 429 || status >= 500 || code.includes('too_many_write_operations')) return 'later'
  if (status === 401) {
    if (code.startsWith('missing_scope')) return 'scope'
    return code.startsWith('expired_access_token') ? 'unauthorized' : 'signed_out'
  }
  if (status === 403) return 'scope'
  // The body, which names the error, cannot be read.
  if (status === 409 && code === 'http_409') return 'unknown'
  if (code.includes('insufficient_space')) return 'quota'
  if (code.includes('not_found')) return 'gone'
  if (code.includes('conflict')) return 'conflict'
  return 'refused'
}
