import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { readCorpus } from './corpus.ts'
import { fewFoldersReport } from './few-folders.ts'
import { PARTS, switchOff } from './parts.ts'

const MAIN = new URL('./main.ts', import.meta.url).pathname
const MAILBOX = new URL('./held-out/en.jsonl', import.meta.url).pathname

/** In another process: a part is switched off before the classifier is imported. */
function fewFoldersWithout(...parts: string[]): unknown {
  const off = parts.flatMap((part) => ['--without', part])
  const args = [MAIN, '--few-folders', '--draws', '2', ...off, MAILBOX]
  const json = execFileSync(process.execPath, args, { encoding: 'utf8' }).trim().split('\n').at(-1) ?? ''
  return JSON.parse(json)
}

const exportsOf = async (module: string): Promise<string[]> => {
  const exported: unknown = await import(module)
  return exported instanceof Object ? Object.keys(exported).toSorted() : []
}

test.each([...PARTS])('what stands in for %s exports what the module exports', async (_part, { module, standIn }) => {
  expect(await exportsOf(standIn)).toEqual(await exportsOf(module))
})

test('the evaluation switches parts off', () => {
  const corpus = readCorpus(MAILBOX, { contentOnly: false, folders: null })
  const { file, folders, belong, ...figures } = fewFoldersReport(corpus, { folders: 4, draws: 2 })
  const without = fewFoldersWithout('topics', 'expert-terms')
  expect(without).toMatchObject({ fewFolders: [{ file, folders, belong }] })
  expect(without).not.toMatchObject({ fewFolders: [figures] })
  expect(() => switchOff(['tropics'])).toThrow(/There is no part tropics/)
})
