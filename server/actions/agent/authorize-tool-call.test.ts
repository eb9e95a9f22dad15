import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { AiAgentConfig } from '../../../contract/actions.ts'
import { AgentPlan, MailField } from '../../prompts/plan-schema.ts'
import { authorizeToolCall, mayReadFiles } from './authorize-tool-call.ts'
import { fillTemplate } from './fill-template.ts'
import { callsOf, ToolCall } from './tool-call.ts'
import { anyCharacter } from '../../../test/kit/any-character.ts'

/** Names of arguments that would let a model choose a destination, a resource or a query. */
const forbiddenFields = new RegExp(
  'address|mail|recipient|^to$|^b?cc$|ur[il]|link|host|domain|path|folder|file|id$|query|sql|body|platform',
  'i',
)

const toolSchemas = ToolCall.options.map((schema) => z.toJSONSchema(schema))
const toolNames = ToolCall.options.map(({ shape }) => shape.tool.value)

const word = fc.stringMatching(/^[A-Za-z ]{1,12}$/)
const template = fc.array(
  fc.oneof(
    word.map((text) => ({ text })),
    fc.constantFrom(...MailField.options).map((field) => ({ field })),
  ),
  { minLength: 1, maxLength: 5 },
)
const platform = fc.constantFrom('dropbox' as const, 'google_drive' as const, 'onedrive' as const)
const filter = { types: [], notTypes: [], senders: [], words: [], notWords: [], minBytes: null, maxBytes: null }
const step = fc.oneof(
  fc.record({
    tool: fc.constant('store_file' as const),
    platform,
    filter: fc.constant(filter),
    folder: fc.constant([]),
  }),
  fc.record({ tool: fc.constantFrom('search_files' as const, 'retrieve_file' as const), platform, query: template }),
  fc.constant({ tool: 'create_contact' as const, platform: 'teamleader' as const }),
  fc.record({
    tool: fc.constant('create_opportunity' as const),
    platform: fc.constant('teamleader' as const),
    title: template,
  }),
  fc.record({
    tool: fc.constant('extract_data' as const),
    platform: fc.constant('email' as const),
    fields: fc.array(word, { minLength: 1, maxLength: 3 }),
  }),
)
const plan = fc.array(step, { minLength: 1, maxLength: 6 }).map((steps) => AgentPlan.parse({ kind: 'agent', steps }))
const text = fc.string({ unit: anyCharacter, maxLength: 300 })
const mail = fc.record({
  subject: fc.option(text),
  from: fc.option(fc.record({ address: text, name: text })),
  receivedOn: fc.constant('2026-03-04'),
})
const config = fc
  .integer({ min: 1, max: 5 })
  .map((maxConnections) => AiAgentConfig.parse({ prompt: 'x', maxConnections }))
const anything = fc.anything({ withNullPrototype: true })
const likeCall = fc.record(
  {
    tool: fc.oneof(fc.constantFrom(...toolNames), text),
    step: fc.oneof(fc.integer({ min: -2, max: 12 }), anything),
    words: fc.oneof(text, fc.constant('')),
    title: text,
    to: fc.constant('thief@evil.example'),
    url: fc.constant('https://evil.example'),
    folder: anything,
  },
  { requiredKeys: [] },
)

test('for any input, allows only calls that this plan makes for this message', () => {
  fc.assert(
    fc.property(fc.oneof(anything, likeCall), config, plan, mail, (call, settings, steps, sent) => {
      const verdict = authorizeToolCall(call, settings, steps, sent)
      if (verdict.allowed) expect(callsOf(steps, sent)).toContainEqual(call)
      else expect(verdict.why).toMatch(/^It /)
    }),
    { numRuns: 500 },
  )
})

test("allows the plan's own calls if the plan uses few enough services", () => {
  fc.assert(
    fc.property(config, plan, mail, (settings, steps, sent) => {
      const services = new Set(steps.steps.map((each) => each.platform).filter((name) => name !== 'email'))
      for (const [at, call] of callsOf(steps, sent).entries()) {
        const verdict = authorizeToolCall(call, settings, steps, sent)
        expect(verdict.allowed).toBe(services.size <= settings.maxConnections)
        if (verdict.allowed) expect(verdict.step).toEqual(steps.steps[at])
      }
    }),
  )
})

test('refuses a call with a changed word, tool or step', () => {
  fc.assert(
    fc.property(config, plan, mail, text, fc.nat(9), (settings, steps, sent, words, at) => {
      const [first] = callsOf(steps, sent)
      if (!first) return
      const isPlanned = (call: object) =>
        callsOf(steps, sent).some((each) => JSON.stringify(each) === JSON.stringify(call))
      const changed = [
        { ...first, words },
        { ...first, title: words },
        { ...first, step: at },
        { ...first, to: 'x' },
      ]
      for (const call of changed)
        if (!isPlanned(call)) expect(authorizeToolCall(call, settings, steps, sent).allowed).toBe(false)
    }),
  )
})

test('text from a message fills one clean line of bounded length', () => {
  fc.assert(
    fc.property(template, mail, (pieces, sent) => {
      const line = fillTemplate(pieces, sent)
      expect(line.length).toBeLessThanOrEqual(150)
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    }),
  )
})

test("the user's files are not read if the plan writes into a service", () => {
  const retrieve = { tool: 'retrieve_file', platform: 'dropbox', query: [{ text: 'prices' }] }
  const settings = AiAgentConfig.parse({ prompt: 'x' })
  const with_ = (...steps: object[]) => AgentPlan.parse({ kind: 'agent', steps: [retrieve, ...steps] })
  expect(mayReadFiles(settings, with_({ tool: 'extract_data', platform: 'email', fields: ['total'] }))).toBe(true)
  expect(mayReadFiles({ ...settings, includeFileContext: false }, with_())).toBe(false)
  expect(
    mayReadFiles(settings, with_({ tool: 'create_opportunity', platform: 'teamleader', title: [{ text: 'x' }] })),
  ).toBe(false)
})

test('no tool accepts an address, link, host, path, folder or id, or unknown fields', () => {
  for (const { properties = {}, additionalProperties } of toolSchemas) {
    expect(additionalProperties).toBe(false)
    const { tool: _tool, ...given } = properties
    expect(Object.keys(given).filter((name) => forbiddenFields.test(name))).toEqual([])
    expect(['step', 'words', 'title']).toEqual(expect.arrayContaining(Object.keys(given)))
  }
})
