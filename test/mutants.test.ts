import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { invariantMutants, mutants } from './mutants/mutants.ts'
import { pageMutants } from './mutants/page-mutants.ts'

const document = readFileSync('docs/invariants.md', 'utf8')
const rules = [...document.matchAll(/^(\d+)\. \*\*/gm)].map(([, number]) => Number(number))
/** Row of the table in docs/invariants.md, by rule. */
const rows = new Map([...document.matchAll(/^\| (\d+) \|.*$/gm)].map(([row, number]) => [Number(number), row]))

test('the text that a mutant replaces occurs once: adapt the mutant to the changed code', () => {
  const occurrences = (file: string, text: string): number =>
    existsSync(file) ? readFileSync(file, 'utf8').split(text).length - 1 : 0
  const stale = mutants.filter(({ file, text, replacement }) => occurrences(file, text) !== 1 || text === replacement)
  expect(stale.map(({ name, file }) => `${name}: ${file}`)).toEqual([])
})

test('each rule of docs/invariants.md has a mutant, and its row names mutants and tests', () => {
  expect(rules).toEqual(rules.map((_, index) => index + 1))
  expect(rules.filter((rule) => !invariantMutants.some(({ invariant }) => invariant === rule))).toEqual([])
  const unlisted = invariantMutants.flatMap(({ invariant, name, tests }) =>
    [name, ...tests].filter((text) => !rows.get(invariant)?.includes(text)).map((text) => `${invariant}: ${text}`),
  )
  expect(unlisted).toEqual([])
})

test.each(['test/model/sorting-model.test.ts', 'test/torture/torture.long.test.ts'])(
  '%s is in the rows of the rules for which it catches a mutant, and in no other',
  (file) => {
    const proven = invariantMutants.filter(({ tests }) => tests.includes(file)).map(({ invariant }) => invariant)
    expect(rules.filter((rule) => rows.get(rule)?.includes(file))).toEqual(
      rules.filter((rule) => proven.includes(rule)),
    )
  },
)

test('the row of each rule of the page names its mutants and tests', () => {
  const unlisted = pageMutants.flatMap(({ rule, name, tests }) => {
    const row = document.split('\n').find((line) => line.startsWith(`| ${rule} |`)) ?? ''
    return [name, ...tests].filter((text) => !row.includes(text)).map((text) => `${rule} ${text}`)
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
