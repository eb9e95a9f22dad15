import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelUsage } from 'ai'
import type { z } from 'zod'
import type { ModelConfig } from '../service-settings.ts'
import { modelFetch } from './model-fetch.ts'
import { modelError } from './model-error.ts'
import { strictJsonSchema } from './model-schema.ts'
import { cleanForModel } from './model-text.ts'
import { VendorError } from './vendor-error.ts'

export interface Question {
  /** What the model is to do: our own words alone. */
  system: string
  /** What this person asks for; null where our own words say it all. Their text, cleaned and cut here. */
  user: string | null
  /** Text of strangers, of one mail only; null where there is none. Goes in as data, cleaned and cut here (checklist A4, A14, A15). */
  data: string | null
  /** Of the answer. */
  maxTokens: number
  /** How long the whole call may take, where it is to be less than usual. */
  withinMs?: number
}

export interface Answer<T> {
  value: T
  inputTokens: number
  outputTokens: number
}

/** A language model that speaks OpenAI's chat protocol. It has no tools: what it answers is a value, and nothing else happens (A6). */
export interface Model {
  /** As the operator named it. */
  id: string
  /**
   * An answer of this shape, held to it twice: by the server where it can, and here. Shapes name all fields as required; "none" is null.
   * @throws VendorError `invalid_answer` where it does not fit
   */
  object<T>(question: Question & { schema: z.ZodType<T> }): Promise<Answer<T>>
  /** Plain text, trimmed, never empty. @throws VendorError */
  text(question: Question): Promise<Answer<string>>
}

/** The most that is sent of the person's words and of the mail's, in characters. */
export const questionBounds = { user: 8100, data: 24_000 } as const
const wholeCallMs = 60_000

/** @throws VendorError from every call; `transient` as with all vendors. */
export function createModel({ baseUrl, apiKey, model }: ModelConfig): Model {
  const provider = createOpenAICompatible({
    name: 'model',
    baseURL: baseUrl,
    supportsStructuredOutputs: true,
    fetch: modelFetch,
    ...(apiKey === null ? {} : { apiKey }),
  })
  const common = (question: Question) => ({
    model: provider.chatModel(model),
    instructions: question.system,
    prompt: promptOf(question),
    maxOutputTokens: question.maxTokens,
    temperature: 0,
    maxRetries: 1,
    abortSignal: AbortSignal.timeout(question.withinMs ?? wholeCallMs),
  })
  return {
    id: model,
    object: ({ schema, ...question }) =>
      inOurErrors(async () => {
        const { generateText, jsonSchema, Output } = await loadSdk()
        const shape = jsonSchema<z.infer<typeof schema>>(strictJsonSchema(schema), {
          validate: (value) => {
            const read = schema.safeParse(value)
            return read.success ? { success: true, value: read.data } : { success: false, error: read.error }
          },
        })
        const result = await generateText({ ...common(question), output: Output.object({ schema: shape }) })
        return answerOf(result.output, result.usage)
      }),
    text: (question) =>
      inOurErrors(async () => {
        const { generateText } = await loadSdk()
        const { text, usage, finishReason } = await generateText(common(question))
        const value = text.trim()
        if (value === '' || finishReason === 'content-filter') throw new VendorError('model', 200, 'invalid_answer')
        return answerOf(value, usage)
      }),
  }
}

/** A server without a model never loads it. */
async function loadSdk() {
  globalThis.AI_SDK_LOG_WARNINGS = false
  return import('ai')
}

/** The mail stands after the person's words and between marks that its own text cannot hold any more. */
function promptOf({ user, data }: Question): string {
  const parts = [
    ...(user === null ? [] : [`<request>\n${cleanForModel(user, questionBounds.user)}\n</request>`]),
    ...(data === null ? [] : [`<mail>\n${cleanForModel(data, questionBounds.data)}\n</mail>`]),
  ]
  return parts.join('\n\n') || 'Begin.'
}

const answerOf = <T>(value: T, { inputTokens, outputTokens }: LanguageModelUsage): Answer<T> => ({
  value,
  inputTokens: inputTokens ?? 0,
  outputTokens: outputTokens ?? 0,
})

async function inOurErrors<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw await modelError(error)
  }
}
