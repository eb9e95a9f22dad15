import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { folder, mailWith } from '../packages/classifier/testing/messages.ts'
import { Values } from '../server/actions/agent/extract-data.ts'
import { proposalSchemas } from '../server/prompts/model-plan-proposal.ts'
import { sortingQuestion } from '../server/sorting/language-model/sorting-question.ts'
import { strictJsonSchema } from '../server/vendors/language-model/language-model-schema.ts'

/**
 * Every field that a language model fills. A model that has read an email could use a free field as an address, a path
 * or an id; see docs/security.md before you add one.
 */
const candidates = [folder('Invoices'), folder('Travel')]
const asked = sortingQuestion(mailWith({ subject: 'first' }), candidates)

const Node = z.looseObject({
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  type: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
})

/** The names of the fields whose value is text of the model's own, not one of a list. */
function freeTextsOf(schema: unknown, name = ''): string[] {
  const node = Node.parse(schema)
  const inner = [
    ...(node.anyOf ?? []).map((form) => [name, form] as const),
    ...Object.entries(node.properties ?? {}),
    ...(node.items === undefined ? [] : [[name, node.items] as const]),
  ]
  const isFree = [node.type].flat().includes('string') && node.enum === undefined && node.const === undefined
  return [...new Set([...(isFree ? [name] : []), ...inner.flatMap(([at, form]) => freeTextsOf(form, at))])].toSorted()
}

test.each([
  // Compared with the email, and stored as quotes of it.
  ['one email', asked.question.schema, ['quotes']],
  // Compared with the email.
  ['data of an email', Values, ['values']],
  // Made of the user's prompt, before any email is read; names and words must occur in it.
  ['a plan of an agent', proposalSchemas.agent, planned('fields', 'query', 'title')],
  ['a plan that stores files', proposalSchemas.store, planned()],
] as const)('the answer about %s has no other free text than these fields', (_, schema, fields) => {
  expect(freeTextsOf(strictJsonSchema(schema))).toEqual(fields)
})

function planned(...more: string[]): string[] {
  return ['folder', 'notTypes', 'notWords', 'senders', 'types', 'warnings', 'words', ...more].toSorted()
}

test('the folder of an answer is one of a list', () => {
  const folders = z.object({ properties: z.object({ folder: z.object({ enum: z.array(z.string()) }) }) })
  expect(folders.parse(strictJsonSchema(asked.question.schema)).properties.folder.enum).toEqual(['f1', 'f2', 'leave'])
})

test('no other code asks a model for an object: list its schema here', () => {
  const asking = execFileSync('git', ['grep', '-lE', String.raw`(requestObject(Outcome)?|model\.object)\(`, 'server'])
  const files = String(asking)
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  expect(files).toEqual([
    'server/actions/agent/extract-data.ts',
    'server/prompts/ask-model.ts',
    'server/prompts/make-plan.ts',
    'server/sorting/language-model/answer-questions.ts',
  ])
})
