import { FunctionsClient, FunctionsHttpError } from '@supabase/functions-js'
import type { z } from 'zod'
import { ErrorBody } from '../../contract/errors.ts'
import { t } from '../texts/translate.ts'
import { ApiError } from './api-error.ts'
import { authorizedFetch } from './authorized-fetch.ts'

const client = new FunctionsClient(`${location.origin}/functions/v1`, { customFetch: authorizedFetch })

/**
 * @param output schema of the response
 * @throws ZodError if the response does not match it, ApiError if the call failed
 */
export async function callFunction<Output extends z.ZodType>(
  name: string,
  body: Record<string, unknown>,
  output: Output,
  signal?: AbortSignal,
): Promise<z.infer<Output>> {
  const { data, error } = await client.invoke<unknown>(name, { body, ...(signal && { signal }) })
  if (error) throw await toApiError(error)
  return output.parse(data)
}

async function toApiError(error: unknown): Promise<ApiError> {
  if (!(error instanceof FunctionsHttpError)) {
    return new ApiError('unreachable', 0, t('The server does not respond.'), { cause: error })
  }
  const response: unknown = error.context
  if (!(response instanceof Response)) return new ApiError('unreachable', 0, t('The server does not respond.'))
  const body = ErrorBody.safeParse(await readJson(response))
  const { status } = response
  return body.success
    ? new ApiError(body.data.error.code, status, t(body.data.error.message))
    : new ApiError('unexpected_answer', status, t('The server responded with {status}.', { status }))
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return null
  }
}
