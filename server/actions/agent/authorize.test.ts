import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AiAgentConfig } from '../../../contract/actions.ts'
import { AgentPlan, MailField } from '../../prompts/plan.ts'
import { authorize, mayUseFiles } from './authorize.ts'
import { fillTemplate } from './fill-template.ts'
import { openTools } from './open-tools.ts'
import { callsOf, toolNames } from './tool-call.ts'

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
const text = fc.string({ unit: 'binary', maxLength: 300 })
const mail = fc.record({
  subject: fc.option(text),
  from: fc.option(fc.record({ address: text, name: text })),
  receivedAt: fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
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

test('whatever anybody answers: what is allowed is a call that this plan makes of this mail, nothing else', () => {
  fc.assert(
    fc.property(fc.oneof(anything, likeCall), config, plan, mail, (call, settings, steps, sent) => {
      const verdict = authorize(call, settings, steps, sent)
      if (verdict.allowed) expect(callsOf(steps, sent)).toContainEqual(call)
      else expect(verdict.why).toMatch(/^It /)
    }),
    { numRuns: 3000 },
  )
})

test('a plan’s own calls are allowed, each with its step, where it keeps to the number of services', () => {
  fc.assert(
    fc.property(config, plan, mail, (settings, steps, sent) => {
      const services = new Set(steps.steps.map((each) => each.platform).filter((name) => name !== 'email'))
      for (const [at, call] of callsOf(steps, sent).entries()) {
        const verdict = authorize(call, settings, steps, sent)
        expect(verdict.allowed).toBe(services.size <= settings.maxConnections)
        if (verdict.allowed) expect(verdict.step).toEqual(steps.steps[at])
      }
    }),
  )
})

test('one changed word, tool or step is refused', () => {
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
        if (!isPlanned(call)) expect(authorize(call, settings, steps, sent).allowed).toBe(false)
    }),
  )
})

test('what a mail says fills one clean line, never longer, never another', () => {
  fc.assert(
    fc.property(template, mail, (pieces, sent) => {
      const line = fillTemplate(pieces, sent)
      expect(line.length).toBeLessThanOrEqual(150)
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    }),
  )
})

test('files of the person are not read where the plan writes about the mail into a service', () => {
  const retrieve = { tool: 'retrieve_file', platform: 'dropbox', query: [{ text: 'prices' }] }
  const settings = AiAgentConfig.parse({ prompt: 'x' })
  const with_ = (...steps: object[]) => AgentPlan.parse({ kind: 'agent', steps: [retrieve, ...steps] })
  expect(mayUseFiles(settings, with_({ tool: 'extract_data', platform: 'email', fields: ['total'] }))).toBe(true)
  expect(mayUseFiles({ ...settings, includeFileContext: false }, with_())).toBe(false)
  expect(
    mayUseFiles(settings, with_({ tool: 'create_opportunity', platform: 'teamleader', title: [{ text: 'x' }] })),
  ).toBe(false)
})

test('no tool takes an address, a link, a host, a path, a folder or an id, and none takes more than its fields', async () => {
  const tools = await openTools(async () => undefined)
  const listed = await tools.list()
  expect(listed.map(({ name }) => name).toSorted()).toEqual([...toolNames].toSorted())
  for (const { inputSchema } of listed) {
    const { properties, additionalProperties } = Object(inputSchema)
    expect(additionalProperties).toBe(false)
    const names = Object.keys(Object(properties))
    expect(
      names.filter((name) =>
        /address|mail|recipient|^to$|^b?cc$|ur[il]|link|host|domain|path|folder|file|id$|query|sql|body|platform/i.test(
          name,
        ),
      ),
    ).toEqual([])
    expect(['step', 'words', 'title']).toEqual(expect.arrayContaining(names))
  }
  await expect(tools.call({ tool: 'create_contact', step: 11 })).rejects.toThrow('did not take its call')
  await tools.close()
})

test('an error of a tool comes out as it was thrown', async () => {
  class Own extends Error {}
  const tools = await openTools(async () => Promise.reject(new Own('x')))
  await expect(tools.call({ tool: 'create_contact', step: 0 })).rejects.toBeInstanceOf(Own)
  await tools.close()
})
