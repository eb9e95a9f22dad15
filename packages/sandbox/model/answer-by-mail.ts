import { z } from 'zod'
import { asSchema, type ChatRequest } from './chat-request.ts'
import { type MarkedMail, markedMails } from './marked-mails.ts'

/** `answers`: what the model says about a mail that contains the text; several or none where it is confused. */
const Rule = z.strictObject({ contains: z.string(), answers: z.array(z.record(z.string(), z.unknown())) })

/**
 * A model that judges each mail by its own text: the first rule whose text the mail contains gives its answers. Several
 * marked mails, or a schema with a list named `answers`, are answered as that list, each answer with the mail's id.
 */
export function answerByMail(rules: readonly string[], text: string, { response_format }: ChatRequest): string {
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
