import { PostgrestClient } from '@supabase/postgrest-js'
import { t, text } from '../texts/translate.ts'
import { ApiError } from './api-error.ts'
import { authorizedFetch } from './authorized-fetch.ts'

// The query client retries reads; the table client must not retry as well.
export const tables = new PostgrestClient(`${location.origin}/rest/v1`, { fetch: authorizedFetch, retry: false })

interface Answer {
  data: unknown
  error: { code?: string; message: string } | null
  status: number
}

/** The response's rows, unparsed. @throws ApiError */
export function dataOf({ data, error, status }: Answer): unknown {
  if (error)
    throw new ApiError(error.code || 'unreachable', status, t(error.message || text('The server does not respond.')))
  return data
}
