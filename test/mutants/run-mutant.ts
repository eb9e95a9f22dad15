import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Mutant } from './mutant.ts'

interface TestFileResult {
  file: string
  /** Title of the test that failed; null where none did. */
  caughtBy: string | null
}

const Report = z.object({
  testResults: z.array(z.object({ assertionResults: z.array(z.object({ status: z.string(), title: z.string() })) })),
})

/** Runs the test files of a mutant in a copy of the repository, and restores the copy. */
export async function runMutant(copy: string, mutant: Mutant, stop: AbortSignal): Promise<TestFileResult[]> {
  const path = join(copy, mutant.file)
  const source = await readFile(path, 'utf8')
  if (source.split(mutant.text).length !== 2)
    throw new Error(`${mutant.file} does not contain this once: ${mutant.text}`)
  // A function, because `$` has a meaning in a replacement text.
  await writeFile(
    path,
    source.replace(mutant.text, () => mutant.replacement),
  )
  try {
    const results: TestFileResult[] = []
    for (const file of mutant.tests) results.push({ file, caughtBy: await findFailedTest(copy, file, stop) })
    return results
  } finally {
    await writeFile(path, source)
  }
}

/**
 * Stops at the first failed test. A file that cannot be loaded has caught nothing.
 * @returns its title; null where none fails
 */
export async function findFailedTest(copy: string, file: string, stop: AbortSignal): Promise<string | null> {
  const report = join(copy, 'mutant-report.json')
  await rm(report, { force: true })
  const options = ['--project', 'modules', '--maxWorkers=1', '--bail=1', '--reporter=json', `--outputFile=${report}`]
  const child = spawn('vitest', ['run', ...options, file], { cwd: copy, stdio: 'ignore', signal: stop })
  await once(child, 'exit')
  const { testResults } = Report.parse(JSON.parse(await readFile(report, 'utf8')))
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  return tests.find(({ status }) => status === 'failed')?.title ?? null
}
