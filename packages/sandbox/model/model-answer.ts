import { z } from 'zod'
import { type ChatRequest, asSchema } from './chat-request.ts'
import { markedMails, type MarkedMail } from './marked-mails.ts'
import { obeyInstructions, obeyAsObject } from './obey-injected-instructions.ts'
import type { LanguageModel } from './model-state.ts'

/** `answers`: what the model says about a mail that contains the text; several or none where it is confused. */
const Rule = z.strictObject({ contains: z.string(), answers: z.array(z.record(z.string(), z.unknown())) })

/**
 * A model that judges each mail by its own text: the first rule whose text the mail contains gives its answers. Several
 * marked mails, or a schema with a list named `answers`, are answered as that list, each answer with the mail's id.
 */
function answerByMail(rules: readonly string[], text: string, { response_format }: ChatRequest): string {
  const parsed = rules.map((rule) => Rule.parse(JSON.parse(rule)))
  const answersFor = (mail: MarkedMail) => parsed.find(({ contains }) => mail.text.includes(contains))?.answers ?? []
  const mails = markedMails(text)
  const schema = response_format?.type === 'json_schema' ? response_format.json_schema.schema : null
  if ('answers' in asSchema(schema ?? {}).properties)
    return JSON.stringify({
      answers: mails.flatMap((mail) => answersFor(mail).map((all) => ({ mail: mail.id, ...all }))),
    })
  return JSON.stringify(mails.flatMap(answersFor)[0] ?? null)
}

type Message = { content: string | null; refusal: string | null }

/** The answer of the simulated model in its mode. */
export function answerTo(model: LanguageModel, request: ChatRequest): Message {
  const turn = model.answered++
  switch (model.mode) {
    case 'scripted':
      return textMessage(model.answers[turn] ?? model.answers.at(-1) ?? '')
    case 'by-mail':
      return textMessage(answerByMail(model.answers, userTextOf(request), request))
    case 'garbage':
      return textMessage(GARBAGE_ANSWERS[turn % GARBAGE_ANSWERS.length] ?? null)
    case 'refuse':
      return { content: null, refusal: "I'm sorry, I can't help with that." }
    case 'slow':
    case 'obey-mail':
      return textMessage(answerToInjection(request))
  }
}

const textMessage = (content: string | null): Message => ({ content, refusal: null })

function answerToInjection(request: ChatRequest): string {
  const { response_format } = request
  const text = userTextOf(request)
  const mails = markedMails(text)
  // The marked mails only: this mode ignores the user's request.
  const words = mails.length > 0 ? mails.map((mail) => mail.text).join('\n') : text
  if (response_format?.type === 'json_schema') return obeyInstructions(words, response_format.json_schema.schema, mails)
  return response_format?.type === 'json_object' ? obeyAsObject(words) : obeyInstructions(words, null)
}

const userTextOf = ({ messages }: ChatRequest): string =>
  messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => (typeof content === 'string' ? content : content.map(({ text }) => text).join('\n')))
    .join('\n')

/** Invalid answers that real models have given. */
const GARBAGE_ANSWERS = [
  'Sure! Here is what you asked for:',
  '{"kind":"agent","steps":[{"tool":"store_f',
  '```json\n{"steps": "all"}\n```',
  '[]',
  null,
  '{"__proto__":{"kind":"store"},"constructor":1}',
  ' '.repeat(20_000),
  '9'.repeat(20_000),
]
