import { fileServiceResponseMaxBytes } from '../limits.ts'
import { fileServiceTimeoutMs } from '../../limits.ts'
import { drive, type drive_v3 } from '@googleapis/drive'
import type { z } from 'zod'
import type { GoogleConfig } from '../../service-settings.ts'
import { inCallSpan } from '../../tracing.ts'
import { ServiceError } from '../services/service-error.ts'
import { toDriveError } from './google-drive-error.ts'
import { timeLimitMs } from '../http/time-limit.ts'
import { limitResponseSize } from './limit-response-size.ts'

export interface DriveAccess {
  client: drive_v3.Drive
  config: GoogleConfig
  token: string
}

/**
 * Creates Google's client with a valid access token; it neither refreshes tokens nor retries. Its `rootUrl` does not
 * apply to uploads, so `fetch` replaces the base URL.
 * @param maxBytes size limit of a response
 */
export function createDriveAccess(
  config: GoogleConfig,
  token: string,
  maxBytes = fileServiceResponseMaxBytes,
): DriveAccess {
  const client = drive({
    version: 'v3',
    headers: { authorization: `Bearer ${token}` },
    retry: false,
    async fetchImplementation(address, options) {
      const { origin, pathname, search } = new URL(address instanceof Request ? address.url : address)
      if (origin !== 'https://www.googleapis.com')
        throw new ServiceError('google_drive', 'refused', { status: 0, code: 'unknown_host' })
      const signal = AbortSignal.timeout(timeLimitMs(fileServiceTimeoutMs))
      const response = await inCallSpan({ vendor: 'google_drive', method: options?.method }, () =>
        fetch(`${config.apisUrl}${pathname}${search}`, { ...options, redirect: 'manual', signal }),
      )
      return limitResponseSize('google_drive', maxBytes, response)
    },
  })
  return { client, config, token }
}

/**
 * Awaits a call of the client and validates its result.
 * @throws ServiceError
 */
export async function parseDriveResponse<S extends z.ZodType>(
  call: Promise<{ data: unknown }>,
  shape: S,
): Promise<z.output<S>> {
  let data: unknown
  try {
    data = (await call).data
  } catch (error) {
    throw toDriveError(error)
  }
  const read = shape.safeParse(data)
  if (!read.success) throw new ServiceError('google_drive', 'unknown', { status: 0, code: 'unreadable_answer' })
  return read.data
}
