import { setTimeout as realDelay } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { guidOf } from '../kit/random.ts'
import { readJson, readStrictly } from '../kit/read-strictly.ts'
import type { Kit } from '../kit/kit.ts'
import { answerTo } from './model-answer.ts'
import { errorBody } from './model-fault-behavior.ts'
import { ChatRequest, strictSchemaError } from './chat-request.ts'
import { type LanguageModel, MODEL_ID, MODEL_KEY } from './model-state.ts'

/** OpenAI API under /api.openai.com: the model list and chat completions. */
export function modelRoutes(sandbox: Kit, model: LanguageModel): Hono {
  const app = new Hono()
  app.use('/v1/*', async (c, next) => {
    if (c.req.header('authorization') === `Bearer ${MODEL_KEY}`) return next()
    return c.json(errorBody('Incorrect API key provided.', 'invalid_request_error', 'invalid_api_key'), 401)
  })
  app.get('/v1/models', (c) =>
    c.json({ object: 'list', data: [{ id: MODEL_ID, object: 'model', created: 1_767_225_600, owned_by: 'sandbox' }] }),
  )
  app.post('/v1/chat/completions', async (c) => {
    const json = readJson(new Uint8Array(await c.req.arrayBuffer()))
    if (!json.ok) return badRequest(c, 'We could not parse the JSON body of your request.')
    const request = readStrictly(ChatRequest, json.value, 'request')
    if (!request.ok) return badRequest(c, request.problem)
    if (request.value.model !== MODEL_ID)
      return c.json(
        errorBody(`The model '${request.value.model}' does not exist.`, 'invalid_request_error', 'model_not_found'),
        404,
      )
    const format = request.value.response_format
    const problem =
      format?.type === 'json_schema' && format.json_schema.strict ? strictSchemaError(format.json_schema.schema) : null
    if (problem) return badRequest(c, `Invalid schema for response_format '${schemaName(request.value)}': ${problem}`)
    if (model.mode === 'slow')
      await realDelay(model.delayMs, undefined, { signal: c.req.raw.signal }).catch(() => undefined)
    return c.json(completion({ sandbox, model }, request.value, answerTo(model, request.value)))
  })
  return app
}

const schemaName = ({ response_format }: ChatRequest) =>
  response_format?.type === 'json_schema' ? response_format.json_schema.name : ''

const badRequest = (c: Context, message: string) => c.json(errorBody(message, 'invalid_request_error', null), 400)

function completion(
  { sandbox, model }: { sandbox: Kit; model: LanguageModel },
  request: ChatRequest,
  { content, refusal }: ReturnType<typeof answerTo>,
) {
  const prompt_tokens = tokensOf(JSON.stringify(request.messages))
  const most = request.max_tokens ?? request.max_completion_tokens ?? 4096
  const wholeTokens = tokensOf(content ?? refusal ?? '')
  const completion_tokens = Math.min(wholeTokens, most)
  const shown = content === null ? null : content.slice(0, most * CHARACTERS_PER_TOKEN)
  return {
    id: `chatcmpl-${guidOf(`${sandbox.clock.now()} ${model.answered}`)}`,
    object: 'chat.completion',
    created: Math.floor(sandbox.clock.now() / 1000),
    model: MODEL_ID,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: shown, refusal },
        logprobs: null,
        finish_reason: wholeTokens > most ? 'length' : 'stop',
      },
    ],
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
  }
}

/** Rule of thumb. */
const CHARACTERS_PER_TOKEN = 4
const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN)
