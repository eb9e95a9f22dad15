import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { casesOf, isRight } from '../../eval/read-prompts.ts'
import { StoredPlan } from './plan.ts'
import { readPrompt } from './read-prompt.ts'

const kind = fc.constantFrom('store' as const, 'agent' as const)
const words = [...new Set(casesOf('known').flatMap(({ prompt }) => prompt.split(/(?<=\s)/)))]
const mixed = fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((list) => list.join(''))
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), mixed)

test('any text gives a plan that can be stored, or none; and says how sure it is', () => {
  fc.assert(
    fc.property(text, kind, (prompt, which) => {
      const { plan, confidence, warnings, platforms } = readPrompt(prompt, which)
      if (plan) {
        expect(StoredPlan.parse(plan)).toEqual(plan)
        expect(plan.kind).toBe(which)
      }
      expect(confidence).toBeGreaterThanOrEqual(0)
      expect(confidence).toBeLessThanOrEqual(1)
      for (const line of warnings) expect(line.length).toBeLessThanOrEqual(200)
      expect(new Set(platforms).size).toBe(platforms.length)
      if (!plan) expect(confidence).toBeLessThan(0.3)
    }),
    { numRuns: 500 },
  )
})

test('no step uses a service that the person did not name', () => {
  fc.assert(
    fc.property(mixed, (prompt) => {
      const { plan, platforms } = readPrompt(prompt, 'agent')
      if (plan?.kind !== 'agent') return
      for (const { tool, platform } of plan.steps)
        if (tool.endsWith('_file') || tool === 'search_files') expect(platforms).toContain(platform)
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['Nothing above 2 MB', { minBytes: null, maxBytes: 2_097_152 }],
  ['Dateien über 2 MB ignorieren', { minBytes: null, maxBytes: 2_097_152 }],
  ['Pas de fichiers de moins de 2 Mo', { minBytes: 2_097_152, maxBytes: null }],
  ['Images over 2 MB, no logos', { minBytes: 2_097_152, maxBytes: null }],
])('a size that is denied is turned round: %s', (prompt, sizes) => {
  expect(readPrompt(prompt, 'store').plan).toMatchObject({ filter: sizes })
})

test.each([
  ['{'.repeat(4000)],
  ['"'.repeat(4000)],
  ['a/'.repeat(2000)],
  ['„'.repeat(4000)],
  ['{a}'.repeat(1300)],
  ['by sender and '.repeat(280)],
  ['no images and '.repeat(280)],
  ['from A and '.repeat(360)],
  ['between 1 and '.repeat(280)],
  ['e mail adresse de l '.repeat(200)],
  ['1.1.1.1.1,1,'.repeat(330)],
  ['a@'.repeat(2000)],
  ['x'.repeat(4000)],
])('what could make a reader slow does not: %#', (hostile) => {
  for (let times = 0; times < 20; times++)
    for (const which of ['store', 'agent'] as const) expect(readPrompt(hostile, which).confidence).toBeLessThan(1)
})

test('the prompts that the parser was made with are read as they are meant', () => {
  expect([...casesOf('known'), ...casesOf('later')].filter((each) => !isRight(each)).map(({ id }) => id)).toEqual([])
})

describe('what cannot be done', () => {
  test.each([
    ['Delete every mail from Dropbox', 'Nothing is ever deleted'],
    ['Forward the invoices to boss@example.com', 'actions of their own'],
    ['Add the sender as a contact in HubSpot', 'TeamLeader'],
    ['Create a product in Shopify', 'Shopify cannot be used yet'],
    ['Save the attachments', 'Dropbox, Google Drive or OneDrive'],
  ])('%s: no plan, and the reason', (prompt, reason) => {
    const { plan, warnings } = readPrompt(prompt, 'agent')
    expect(plan).toBeNull()
    expect(warnings.join(' ')).toContain(reason)
  })
  test('beside what can be done is left out and told', () => {
    const { plan, warnings } = readPrompt('Save PDFs to Dropbox and delete the mail', 'agent')
    expect(plan).toMatchObject({ steps: [{ tool: 'store_file', platform: 'dropbox', filter: { types: ['pdf'] } }] })
    expect(warnings).toEqual([expect.stringContaining('deleted')])
  })
})

test('a folder never leads up or holds what a name may not hold', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('/', '.', 'A', '\\', ':', ' ', '{', '}', 'year', '\u202E') }),
      (path) => {
        const { plan } = readPrompt(`save to "${path}"`, 'store')
        const texts =
          plan?.kind === 'store' ? plan.folder.flat().flatMap((part) => ('text' in part ? [part.text] : [])) : []
        for (const each of texts) expect(each).toMatch(/^[^/\\:*?"<>|{}\u202E]+$/u)
        for (const level of plan?.kind === 'store' ? plan.folder : [])
          expect(level.map((part) => ('text' in part ? part.text.trim() : part.field)).join('')).not.toMatch(/^\.*$/)
      },
    ),
    { numRuns: 500 },
  )
})

test.each([
  'Store the attachments to Dropbox in /Agent. Extract the total.',
  'Store the attachments to Dropbox in /Agent/{sender_domain}. Extract the total.',
  'Extract the total. Store the attachments in Dropbox under /Agent/2026.',
])('a full stop behind a folder ends the sentence: %s', (prompt) => {
  const { plan } = readPrompt(prompt, 'agent')
  const tools = plan?.kind === 'agent' ? plan.steps.map(({ tool }) => tool) : []
  expect(new Set(tools)).toEqual(new Set(['store_file', 'extract_data']))
})
