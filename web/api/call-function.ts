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
  const response: unknown = error instanceof FunctionsHttpError ? error.context : null
  return response instanceof Response ? apiErrorOf(response) : unreachable(error)
}

const unreachable = (cause: unknown): ApiError =>
  new ApiError('unreachable', 0, t('The server does not respond.'), { cause })

async function apiErrorOf(response: Response): Promise<ApiError> {
  const body = ErrorBody.safeParse(await readJson(response))
  const { status } = response
  return body.success
    ? new ApiError(body.data.error.code, status, t(body.data.error.message))
    : new ApiError('unexpected_answer', status, t('The server responded with {status}.', { status }))
}

/** For a route that is no function. @throws as `callFunction` */
export async function post<Output extends z.ZodType>(
  path: string,
  body: BodyInit,
  output: Output,
): Promise<z.infer<Output>> {
  const response = await authorizedFetch(path, { method: 'POST', body }).catch((error: unknown) => {
    throw unreachable(error)
  })
  if (!response.ok) throw await apiErrorOf(response)
  return output.parse(await readJson(response))
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return null
  }
}
