import { drive, type drive_v3 } from '@googleapis/drive'
import type { z } from 'zod'
import type { GoogleConfig } from '../../service-settings.ts'
import { ServiceError } from '../service-error.ts'
import { asDriveError } from './google-drive-error.ts'
import { limitedAnswer } from './limited-answer.ts'

const timeoutMs = 60_000
const usualMaxBytes = 8 * 1024 * 1024

export interface DriveAccess {
  client: drive_v3.Drive
  config: GoogleConfig
  token: string
}

/**
 * Google's own client with a ready access token: it neither refreshes nor tries again. Its `rootUrl` does not reach uploads, so that the
 * base address is put in where it sends.
 * @param maxBytes of an answer
 */
export function driveAccess(config: GoogleConfig, token: string, maxBytes = usualMaxBytes): DriveAccess {
  const client = drive({
    version: 'v3',
    headers: { authorization: `Bearer ${token}` },
    retry: false,
    async fetchImplementation(address, options) {
      const { origin, pathname, search } = new URL(address instanceof Request ? address.url : address)
      if (origin !== 'https://www.googleapis.com')
        throw new ServiceError('google_drive', 'refused', { status: 0, code: 'unknown_host' })
      const signal = AbortSignal.timeout(timeoutMs)
      const answer = await fetch(`${config.apisUrl}${pathname}${search}`, { ...options, redirect: 'manual', signal })
      return limitedAnswer('google_drive', maxBytes, answer)
    },
  })
  return { client, config, token }
}

/**
 * What Drive answers, read by a shape.
 * @throws ServiceError for every refusal, and where no answer arrived whole
 */
export async function driveAnswered<S extends z.ZodType>(
  call: Promise<{ data: unknown }>,
  shape: S,
): Promise<z.output<S>> {
  let data: unknown
  try {
    data = (await call).data
  } catch (error) {
    throw asDriveError(error)
  }
  const read = shape.safeParse(data)
  if (!read.success) throw new ServiceError('google_drive', 'unknown', { status: 0, code: 'unreadable_answer' })
  return read.data
}
