import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { casesOf, isParsedCorrectly } from '../../eval/parse-prompts.ts'
import { StoredPlan } from './plan-schema.ts'
import { parsePrompt } from './parse-prompt.ts'
import { anyCharacter } from '../../test/kit/any-character.ts'

const kind = fc.constantFrom('store' as const, 'agent' as const)
const words = [...new Set(casesOf('known').flatMap(({ prompt }) => prompt.split(/(?<=\s)/)))]
const mixed = fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((list) => list.join(''))
const text = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 300 }), mixed)

test('any text gives a valid plan or none, with a confidence', () => {
  fc.assert(
    fc.property(text, kind, (prompt, which) => {
      const { plan, confidence, warnings, platforms } = parsePrompt(prompt, which)
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
    { numRuns: 150 },
  )
})

test.each(['\t', '\n', '\u0001', '\ud800'])('%j in a quoted name is no part of the plan', (mark) => {
  const { plan } = parsePrompt(`Save all attachments to Dropbox, not from "Acme${mark}Ltd"`, 'store')
  expect(StoredPlan.parse(plan)).toEqual(plan)
})

test('no step uses a service that the prompt does not name', () => {
  fc.assert(
    fc.property(mixed, (prompt) => {
      const { plan, platforms } = parsePrompt(prompt, 'agent')
      if (plan?.kind !== 'agent') return
      for (const { tool, platform } of plan.steps)
        if (tool.endsWith('_file') || tool === 'search_files') expect(platforms).toContain(platform)
    }),
    { numRuns: 150 },
  )
})

test.each([
  ['Nothing above 2 MB', { minBytes: null, maxBytes: 2_097_152 }],
  ['Dateien über 2 MB ignorieren', { minBytes: null, maxBytes: 2_097_152 }],
  ['Pas de fichiers de moins de 2 Mo', { minBytes: 2_097_152, maxBytes: null }],
  ['Images over 2 MB, no logos', { minBytes: 2_097_152, maxBytes: null }],
])('inverts a negated size: %s', (prompt, sizes) => {
  expect(parsePrompt(prompt, 'store').plan).toMatchObject({ filter: sizes })
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
])('parses hostile text in linear time: %#', (hostile) => {
  for (const which of ['store', 'agent'] as const) expect(parsePrompt(hostile, which).confidence).toBeLessThan(1)
})

test('parses the known prompts correctly', () => {
  expect(
    [...casesOf('known'), ...casesOf('later')].filter((each) => !isParsedCorrectly(each)).map(({ id }) => id),
  ).toEqual([])
})

describe('unsupported requests', () => {
  test.each([
    ['Delete every mail from Dropbox', 'Nothing is ever deleted'],
    ['Forward the invoices to boss@example.com', 'actions of their own'],
    ['Add the sender as a contact in HubSpot', 'TeamLeader'],
    ['Create a product in Shopify', 'Shopify cannot be used yet'],
    ['Save the attachments', 'Dropbox, Google Drive or OneDrive'],
  ])('%s: no plan, with a reason', (prompt, reason) => {
    const { plan, warnings } = parsePrompt(prompt, 'agent')
    expect(plan).toBeNull()
    expect(warnings.join(' ')).toContain(reason)
  })
  test('are left out with a warning if other parts are supported', () => {
    const { plan, warnings } = parsePrompt('Save PDFs to Dropbox and delete the mail', 'agent')
    expect(plan).toMatchObject({ steps: [{ tool: 'store_file', platform: 'dropbox', filter: { types: ['pdf'] } }] })
    expect(warnings).toEqual([expect.stringContaining('deleted')])
  })
})

test('a folder never leads upwards or contains forbidden characters', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('/', '.', 'A', '\\', ':', ' ', '{', '}', 'year', '\u202E') }),
      (path) => {
        const { plan } = parsePrompt(`save to "${path}"`, 'store')
        const texts =
          plan?.kind === 'store' ? plan.folder.flat().flatMap((part) => ('text' in part ? [part.text] : [])) : []
        for (const each of texts) expect(each).toMatch(/^[^/\\:*?"<>|{}\u202E]+$/u)
        for (const level of plan?.kind === 'store' ? plan.folder : [])
          expect(level.map((part) => ('text' in part ? part.text.trim() : part.field)).join('')).not.toMatch(/^\.*$/)
      },
    ),
    { numRuns: 150 },
  )
})

test.each([
  'Store the attachments to Dropbox in /Agent. Extract the total.',
  'Store the attachments to Dropbox in /Agent/{sender_domain}. Extract the total.',
  'Extract the total. Store the attachments in Dropbox under /Agent/2026.',
])('a full stop after a folder ends the sentence: %s', (prompt) => {
  const { plan } = parsePrompt(prompt, 'agent')
  const tools = plan?.kind === 'agent' ? plan.steps.map(({ tool }) => tool) : []
  expect(new Set(tools)).toEqual(new Set(['store_file', 'extract_data']))
})
