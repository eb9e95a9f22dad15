import { PostgrestClient } from '@supabase/postgrest-js'
import { ApiError } from './api-error.ts'
import { authorizedFetch } from './authorized-fetch.ts'

// Retries are the query client's, for all reads alike.
export const tables = new PostgrestClient(`${location.origin}/rest/v1`, { fetch: authorizedFetch, retry: false })

interface Answer {
  data: unknown
  error: { code?: string; message: string } | null
  status: number
}

/** The rows of an answer, still to be parsed; a refusal is thrown. */
export function dataOf({ data, error, status }: Answer): unknown {
  if (error) throw new ApiError(error.code || 'unreachable', status, error.message || 'The server does not answer.')
  return data
}
