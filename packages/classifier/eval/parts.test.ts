import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { PARTS } from './parts.ts'

const MAIN = new URL('./main.ts', import.meta.url).pathname
const MAILBOX = new URL('./held-out/en.jsonl', import.meta.url).pathname

const fewFolders = (...without: string[]): unknown => {
  const off = without.flatMap((part) => ['--without', part])
  return execFileSync(process.execPath, [MAIN, '--few-folders', '--draws', '2', ...off, MAILBOX], { encoding: 'utf8' })
}

const exportsOf = async (module: string): Promise<string[]> => {
  const exported: unknown = await import(module)
  return exported instanceof Object ? Object.keys(exported).toSorted() : []
}

test.each([...PARTS])('what stands in for %s exports what the module exports', async (_part, { module, standIn }) => {
  expect(await exportsOf(standIn)).toEqual(await exportsOf(module))
})

test('the evaluation switches parts off', () => {
  expect(fewFolders('topics', 'expert-terms')).not.toBe(fewFolders())
  expect(() => fewFolders('tropics')).toThrow(/There is no part tropics/)
})
