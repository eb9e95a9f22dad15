import { answerByMail } from './answer-by-mail.ts'
import type { ChatRequest } from './chat-request.ts'
import { markedMails } from './marked-mails.ts'
import { obeyInstructions, obeyAsObject } from './obey-injected-instructions.ts'
import type { LanguageModel } from './model-state.ts'

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
