import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '../config.ts'
import { checkModel } from './check-model.ts'

/** What local servers require of a request: they ignore fields that they do not know. */
const Request = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.enum(['system', 'user']), content: z.string() })).min(2),
  temperature: z.literal(0),
  max_tokens: z.int(),
  stream: z.literal(false).optional(),
  tools: z.undefined().optional(),
  response_format: z.object({
    type: z.literal('json_schema'),
    json_schema: z.object({ name: z.string(), schema: z.looseObject({ type: z.literal('object') }) }),
  }),
})
type Answer = (request: z.infer<typeof Request>) => { status: number; body: object }

const completion = (model: string, content: string, more: object = {}, message: object = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_790_000_000,
  model,
  choices: [{ index: 0, message: { role: 'assistant', content, ...message }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 120, completion_tokens: 18, total_tokens: 138 },
  ...more,
})
const right = JSON.stringify({ folder: 'Invoices', reason: 'an invoice' })

/** Responses in the form of each server's OpenAI-compatible endpoint. */
const ollama =
  (content: string): Answer =>
  ({ model }) =>
    model === 'qwen2.5:7b-instruct'
      ? { status: 200, body: completion(model, content, { system_fingerprint: 'fp_ollama' }) }
      : {
          status: 404,
          body: { error: { message: `model "${model}" not found, try pulling it first`, type: 'not_found_error' } },
        }
const llamaCpp: Answer = () => ({
  status: 200,
  body: completion(
    'gpt-3.5-turbo',
    `${right}\n`,
    { timings: { prompt_n: 120, predicted_n: 18 } },
    { reasoning_content: 'The email is an invoice.' },
  ),
})
const loading: Answer = () => ({
  status: 503,
  body: { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } },
})
const vllm: Answer = ({ model }) => ({
  status: 200,
  body: completion(model, right, { prompt_logprobs: null }, { tool_calls: [], reasoning_content: null }),
})
const vllmTooLong: Answer = () => ({
  status: 400,
  body: {
    object: 'error',
    message: "This model's maximum context length is 64 tokens.",
    type: 'BadRequestError',
    code: 400,
  },
})

async function examine(answer: Answer, model = 'qwen2.5:7b-instruct') {
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += String(chunk)))
    request.on('end', () => {
      const read = Request.safeParse(JSON.parse(text))
      const isRight = request.url === '/v1/chat/completions' && request.headers.authorization === undefined
      const { status, body } = isRight && read.success ? answer(read.data) : { status: 422, body: read.error ?? {} }
      // Otherwise the SDK waits for two seconds before it tries again.
      const headers = { 'content-type': 'application/json', 'retry-after': '0' }
      response.writeHead(status, headers).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const config = readConfig({ AI_BASE_URL: `http://127.0.0.1:${port}/v1`, AI_MODEL: model })
  const [finding] = await checkModel(config, {})
  server.closeAllConnections()
  server.close()
  return `${finding?.level}: ${finding?.text} → ${finding?.remedy ?? ''}`
}

test.each<[string, Answer, RegExp]>([
  ['Ollama', ollama(right), /^ok: qwen2.5:7b-instruct answers in the requested form \([\d.]+ s, 120 \+ 18 tokens\)/],
  ['llama.cpp', llamaCpp, /^ok: qwen2.5:7b-instruct answers/],
  ['vLLM', vllm, /^ok: qwen2.5:7b-instruct answers/],
  ['a model that thinks aloud', ollama(`<think>Hm.</think>${right}`), /^error: answers, but not in the requested form/],
  ['a model that ignores the schema', ollama('It belongs into Invoices.'), /^error: .*structured outputs/],
  ['a model that is too small', ollama(right.replace('Invoices', 'Travel')), /^warning: .*but wrongly → Use a larger/],
  ['a model that is being loaded', loading, /^error: answers 503/],
  ['a context that is too small', vllmTooLong, /^error: answers 400/],
])('understands %s', async (_name, answer, expected) => {
  expect(await examine(answer)).toMatch(expected)
})

test('a model that is not installed is named', async () => {
  expect(await examine(ollama(right), 'llama3')).toMatch(/^error: does not know AI_MODEL/)
})

test('a model that runs on this machine is named where none is configured', async () => {
  const server = createServer((request, response) => {
    const body = request.url === '/v1/models' ? { object: 'list', data: [{ id: 'bge-embed' }, { id: 'small' }] } : {}
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const [finding] = await checkModel(readConfig({}), { OLLAMA_HOST: host })
  server.closeAllConnections()
  server.close()
  expect(finding).toMatchObject({ level: 'ok', text: expect.stringContaining(`offers small at http://${host}/v1: `) })
})
