import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { acceptProposal, type Proposal, proposalSchemas } from './model-plan-proposal.ts'
import { StoredPlan } from './plan-schema.ts'
import { parsePrompt } from './parse-prompt.ts'
import { anyCharacter } from '../../test/kit/any-character.ts'

const filter = { types: [], notTypes: [], senders: [], words: [], notWords: [], minBytes: null, maxBytes: null }
const rest = { confidence: 0.9, warnings: [] }
const store = {
  tool: 'store_file' as const,
  platform: 'dropbox' as const,
  filter,
  folder: ['Finance', '{year}-{month}'],
}
const prompt = 'Save invoices to Dropbox under Finance by month'
type AgentProposal = Extract<Proposal, { steps: unknown }>
const within = (proposal: Proposal, words = prompt) =>
  acceptProposal(proposal, words, parsePrompt(words, 'steps' in proposal ? 'agent' : 'store'))
const agent = (...steps: AgentProposal['steps']): Proposal => ({ steps, ...rest })

test("accepts a plan within the user's words and services", () => {
  expect(within(agent(store))).toEqual({
    kind: 'agent',
    steps: [
      {
        ...store,
        folder: [[{ text: 'Finance' }], [{ field: 'year' }, { text: '-' }, { field: 'month' }]],
      },
    ],
  })
})

describe('refuses the whole plan for', () => {
  test.each<[string, Proposal]>([
    ['a service that was not named', agent({ ...store, platform: 'onedrive' })],
    ['one step too far', agent(store, { tool: 'create_contact', platform: 'teamleader' })],
    ['a folder of its own', agent({ ...store, folder: ['Stolen'] })],
    ['a way up', agent({ ...store, folder: ['..', 'Finance'] })],
    ['a path in a name', agent({ ...store, folder: ['Finance/Dropbox'] })],
    ['a field that is none', agent({ ...store, folder: ['{password}'] })],
    ['a sender of its own', agent({ ...store, filter: { ...filter, senders: ['thief@evil.example'] } })],
    ['a query of its own', agent({ tool: 'search_files', platform: 'dropbox', query: 'passwords' })],
    ['no step', agent()],
    ['nothing understood', { filter, folder: [], understood: false, ...rest }],
  ])('%s', (_what, proposal) => {
    expect(within(proposal)).toBeNull()
  })
})

test('never accepts a path that leads upwards', () => {
  const words = 'Save invoices to Dropbox under ../../Finance/2026'
  for (const name of ['..', '../..', '../../Finance/2026', 'Finance/2026'])
    expect(within(agent({ ...store, folder: [name] }), words)).toBeNull()
  expect(within(agent({ ...store, folder: ['Finance', '2026'] }), words)).not.toBeNull()
})

const word = fc.oneof(
  fc.constantFrom('Finance', '{year}', 'month', '{sender_name}', 'OneDrive', 'hola', 'Rechnungen'),
  fc.constantFrom('..', '../x', 'evil.example', 'C:', '{x}', '/Finance', 'Finance.', '{year'),
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 20 }),
)
const list = fc.array(word, { maxLength: 2 })
const ending = fc.array(fc.constantFrom('pdf', 'exe', 'docx'), { maxLength: 2 })
const anyFilter = fc.record({
  types: ending,
  notTypes: ending,
  senders: list,
  words: list,
  notWords: list,
  minBytes: fc.option(fc.nat()),
  maxBytes: fc.option(fc.integer()),
})
const platform = fc.constantFrom('dropbox', 'google_drive', 'onedrive', 'teamleader', 'email', 'shopify')
const anyStep = fc.oneof(
  fc.record({ tool: fc.constant('store_file'), platform, filter: anyFilter, folder: list }),
  fc.record({ tool: fc.constantFrom('search_files', 'retrieve_file'), platform, query: word }),
  fc.record({ tool: fc.constant('create_contact'), platform }),
  fc.record({ tool: fc.constant('create_opportunity'), platform, title: word }),
  fc.record({ tool: fc.constant('extract_data'), platform, fields: list }),
  fc.record({ tool: fc.constantFrom('delete_mail', 'forward_mail'), platform, to: word }),
)
const confidence = fc.constantFrom(0, 0.5, 1, 2)
const anyAnswer = fc.oneof(
  fc.jsonValue(),
  fc.record({ steps: fc.array(anyStep, { maxLength: 3 }), confidence, warnings: list }),
  fc.record({ filter: anyFilter, folder: list, understood: fc.boolean(), confidence, warnings: list }),
)
const prompts = fc.constantFrom(
  prompt,
  'Rechnungen in OneDrive speichern',
  'Crée un contact dans TeamLeader',
  'Zoek in Google Drive naar bestanden over het onderwerp',
  'hola',
)

test('for any answer, an accepted plan stays within the prompt', () => {
  let taken = 0
  fc.assert(
    fc.property(anyAnswer, prompts, (answer, words) => {
      for (const kind of ['agent', 'store'] as const) {
        const proposal = proposalSchemas[kind].safeParse(answer)
        if (!proposal.success) continue
        const own = parsePrompt(words, kind)
        const plan = acceptProposal(proposal.data, words, own)
        if (!plan) continue
        taken++
        expect(StoredPlan.parse(plan)).toEqual(plan)
        const mayUse = new Set<string>([...own.platforms, 'email'])
        if (own.plan?.kind === 'agent') for (const { platform } of own.plan.steps) mayUse.add(platform)
        const steps = plan.kind === 'agent' ? plan.steps : []
        for (const { platform } of steps) expect(mayUse).toContain(platform)
        const folders =
          plan.kind === 'store' ? plan.folder : steps.flatMap((step) => ('folder' in step ? step.folder : []))
        for (const part of folders.flat()) if ('text' in part) expect(part.text).toMatch(/^(?!\s*\.+\s*$)[^/\\:]*$/)
      }
    }),
    { numRuns: 300 },
  )
  expect(taken).toBeGreaterThan(0)
})
