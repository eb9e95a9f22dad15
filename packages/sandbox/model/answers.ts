import { obey, obeyAsObject } from './obey.ts'
import type { ChatRequest } from './request.ts'
import type { LanguageModel } from './state.ts'

export type Message = { content: string | null; refusal: string | null }

/** What the stand-in says, by its mode. */
export function answerTo(model: LanguageModel, request: ChatRequest): Message {
  const turn = model.answered++
  switch (model.mode) {
    case 'scripted':
      return said(model.answers[turn] ?? model.answers.at(-1) ?? '')
    case 'garbage':
      return said(garbage[turn % garbage.length] ?? null)
    case 'refuse':
      return { content: null, refusal: "I'm sorry, I can't help with that." }
    case 'slow':
    case 'obey-mail':
      return said(obeyed(request))
  }
}

const said = (content: string | null): Message => ({ content, refusal: null })

function obeyed({ messages, response_format }: ChatRequest): string {
  const words = messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => (typeof content === 'string' ? content : content.map(({ text }) => text).join('\n')))
    .join('\n')
  // The mail alone where it is marked: what the person asked for does not interest this model.
  const mail = /<mail>([\s\S]*)<\/mail>/.exec(words)?.[1] ?? words
  if (response_format?.type === 'json_schema') return obey(mail, response_format.json_schema.schema)
  return response_format?.type === 'json_object' ? obeyAsObject(mail) : obey(mail, null)
}

/** Each as some model has answered some day. */
const garbage = [
  'Sure! Here is what you asked for:',
  '{"kind":"agent","steps":[{"tool":"store_f',
  '```json\n{"steps": "all"}\n```',
  '[]',
  null,
  '{"__proto__":{"kind":"store"},"constructor":1}',
  ' '.repeat(20_000),
  '9'.repeat(20_000),
]
