import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { invariantMutants, mutants } from './mutants/mutants.ts'
import { pageMutants } from './mutants/page-mutants.ts'

const document = readFileSync('docs/invariants.md', 'utf8')
const rules = [...document.matchAll(/^(\d+)\. \*\*/gm)].map(([, number]) => Number(number))
/** Entries of the lists in docs/invariants.md, each as one line. */
const entries = document.split(/\n(?=- )|\n\n/).map((entry) => entry.replaceAll(/\n */g, ' '))
const entryOf = (rule: number | string): string => entries.find((entry) => entry.startsWith(`- **${rule}**`)) ?? ''

test('the text that a mutant replaces occurs once: adapt the mutant to the changed code', () => {
  const occurrences = (file: string, text: string): number =>
    existsSync(file) ? readFileSync(file, 'utf8').split(text).length - 1 : 0
  const stale = mutants.filter(({ file, text, replacement }) => occurrences(file, text) !== 1 || text === replacement)
  expect(stale.map(({ name, file }) => `${name}: ${file}`)).toEqual([])
})

test('each rule of docs/invariants.md has a mutant, and its entry names mutants and tests', () => {
  expect(rules).toEqual(rules.map((_, index) => index + 1))
  expect(rules.filter((rule) => !invariantMutants.some(({ invariant }) => invariant === rule))).toEqual([])
  const unlisted = invariantMutants.flatMap(({ invariant, name, tests }) =>
    [name, ...tests].filter((text) => !entryOf(invariant).includes(text)).map((text) => `${invariant}: ${text}`),
  )
  expect(unlisted).toEqual([])
})

test.each(['test/model/sorting-model.test.ts', 'test/torture/torture.long.test.ts'])(
  '%s is in the entries of the rules for which it catches a mutant, and in no other',
  (file) => {
    const proven = invariantMutants.filter(({ tests }) => tests.includes(file)).map(({ invariant }) => invariant)
    expect(rules.filter((rule) => entryOf(rule).includes(file))).toEqual(rules.filter((rule) => proven.includes(rule)))
  },
)

test('the entry of each rule of the page names its mutants and tests', () => {
  const unlisted = pageMutants.flatMap(({ rule, name, tests }) => {
    const entry = entryOf(rule)
    return [name, ...tests].filter((text) => !entry.includes(text)).map((text) => `${rule} ${text}`)
  })
  expect(unlisted).toEqual([])
})

test('`npm test` catches each mutant: one of its tests is not long', () => {
  const isLong = (file: string): boolean => file.endsWith('.long.test.ts')
  expect(mutants.filter(({ tests }) => tests.every(isLong)).map(({ name }) => name)).toEqual([])
})

test('the tests of a mutant exist', () => {
  const named = mutants.flatMap(({ name, tests }) => tests.map((file) => ({ name, file })))
  expect(named.filter(({ file }) => !existsSync(file))).toEqual([])
})

test('a mutant is named once', () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
})
