import type { LanguageModelUsage } from 'ai'
import type { z } from 'zod'
import { languageModelUserMaxLength } from '../../limits.ts'
import type { ModelConfig } from '../../service-settings.ts'
import { strictJsonSchema } from './language-model-schema.ts'
import { cleanModelInput } from './language-model-input.ts'
import { timeLimitMs } from '../http/time-limit.ts'
import { VendorError } from '../http/vendor-error.ts'
import { retryAfterMs } from '../http/retry-after.ts'
import { sendRequest } from '../http/http-client.ts'

/** A request to the language model with its retry. */
const languageModelTimeoutMs = 60_000
const languageModelAttemptTimeoutMs = 30_000

/** `fetch` of the AI SDK, by `sendRequest`: no redirects, a timeout and a size limit. @throws VendorError */
async function modelFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const url = input instanceof Request ? input.url : String(input)
  const { status, headers, text } = await sendRequest({
    vendor: 'model',
    method: 'POST',
    url,
    headers: Object.fromEntries(new Headers(init.headers)),
    timeoutMs: languageModelAttemptTimeoutMs,
    ...(init.signal ? { signal: init.signal } : {}),
    ...(typeof init.body === 'string' ? { body: init.body } : {}),
  })
  // The SDK ignores such a wait, and would try again after two seconds.
  const waitMs = retryAfterMs(headers)
  if (waitMs !== null && waitMs >= languageModelTimeoutMs) throw new VendorError('model', status, 'refused', waitMs)
  return new Response(text, { status, headers: { 'content-type': 'application/json', ...retryAfterHeader(headers) } })
}

function retryAfterHeader(headers: Headers): Record<string, string> {
  const value = headers.get('retry-after')
  return value === null ? {} : { 'retry-after': value }
}

/** Characters of a message that are sent to the language model. */
export const languageModelDataMaxLength = 24_000

export interface ModelRequest {
  /** Instructions; never contains text of users or messages. */
  system: string
  /** The user's request, cleaned and cut here; null if `system` is enough. */
  user: string | null
  /** Untrusted text of one message, sent as data, cleaned and cut here; null if there is none. */
  data: string | null
  maxTokens: number
  /** Timeout of the whole call; default `languageModelTimeoutMs`. */
  withinMs?: number
}

export interface ModelResponse<T> {
  value: T
  inputTokens: number
  outputTokens: number
}

/** A language model with OpenAI's chat protocol. It has no tools: a response is a value without side effects. */
export interface LanguageModel {
  /** The configured model name. */
  id: string
  /**
   * Generates a value of this schema, which the server may enforce and which is validated here. All fields are
   * required; use null.
   * @throws VendorError `invalid_answer` if the response does not match
   */
  object<T>(request: ModelRequest & { schema: z.ZodType<T> }): Promise<ModelResponse<T>>
  /** Generates plain text, trimmed, never empty. @throws VendorError */
  text(request: ModelRequest): Promise<ModelResponse<string>>
}

export function createLanguageModel({ baseUrl, apiKey, model }: ModelConfig): LanguageModel {
  const openChatModel = async () => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    const key = apiKey === null ? {} : { apiKey }
    const settings = { name: 'model', baseURL: baseUrl, supportsStructuredOutputs: true, fetch: modelFetch, ...key }
    return createOpenAICompatible(settings).chatModel(model)
  }
  const common = async (request: ModelRequest) => ({
    model: await openChatModel(),
    instructions: request.system,
    prompt: promptOf(request),
    maxOutputTokens: request.maxTokens,
    temperature: 0,
    maxRetries: 1,
    abortSignal: AbortSignal.timeout(timeLimitMs(request.withinMs ?? languageModelTimeoutMs)),
  })
  return {
    id: model,
    object: ({ schema, ...request }) =>
      withVendorErrors(async () => {
        const { generateText, jsonSchema, Output } = await loadSdk()
        const shape = jsonSchema<z.infer<typeof schema>>(strictJsonSchema(schema), {
          validate: (value) => {
            const read = schema.safeParse(value)
            return read.success ? { success: true, value: read.data } : { success: false, error: read.error }
          },
        })
        const result = await generateText({ ...(await common(request)), output: Output.object({ schema: shape }) })
        return toResponse(result.output, result.usage)
      }),
    text: (request) =>
      withVendorErrors(async () => {
        const { generateText } = await loadSdk()
        const { text, usage, finishReason } = await generateText(await common(request))
        const value = text.trim()
        if (value === '' || finishReason === 'content-filter') throw new VendorError('model', 200, 'invalid_answer')
        return toResponse(value, usage)
      }),
  }
}

/** Loaded on first use, so that a server without a language model never loads the SDK. */
async function loadSdk() {
  globalThis.AI_SDK_LOG_WARNINGS = false
  return import('ai')
}

/** Delimits the message by tags that its cleaned text cannot contain. */
function promptOf({ user, data }: ModelRequest): string {
  const request = user === null ? [] : [`<request>\n${cleanModelInput(user, languageModelUserMaxLength)}\n</request>`]
  const mail = data === null ? [] : [`<mail>\n${cleanModelInput(data, languageModelDataMaxLength)}\n</mail>`]
  return [...request, ...mail].join('\n\n') || 'Begin.'
}

const toResponse = <T>(value: T, { inputTokens, outputTokens }: LanguageModelUsage): ModelResponse<T> => ({
  value,
  inputTokens: inputTokens ?? 0,
  outputTokens: outputTokens ?? 0,
})

async function withVendorErrors<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw await toVendorError(error)
  }
}

/** Converts an error of the SDK without its request and response, which contain texts of users and messages. */
async function toVendorError(error: unknown): Promise<VendorError> {
  if (error instanceof VendorError) return error
  const { APICallError, RetryError } = await import('ai')
  const last = RetryError.isInstance(error) ? error.lastError : error
  if (last instanceof VendorError) return last
  // Without a response the SDK wraps the error of `sendRequest`.
  if (APICallError.isInstance(last) && last.cause instanceof VendorError) return last.cause
  if (APICallError.isInstance(last) && last.statusCode !== undefined && last.statusCode >= 400)
    return new VendorError('model', last.statusCode, 'refused', retryAfterMs(new Headers(last.responseHeaders)))
  const isTimeout = last instanceof Error && (last.name === 'TimeoutError' || last.name === 'AbortError')
  return isTimeout ? new VendorError('model', 0, 'timeout') : new VendorError('model', 200, 'invalid_answer')
}
