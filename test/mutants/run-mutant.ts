import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
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
    await using _page = 'rule' in mutant ? await buildPageOf(copy) : null
    const results: TestFileResult[] = []
    for (const file of mutant.tests) results.push({ file, caughtBy: await findFailedTest(copy, file, stop) })
    return results
  } finally {
    await writeFile(path, source)
  }
}

/** Builds the page of the copy, and restores the former build at the end. */
async function buildPageOf(copy: string): Promise<AsyncDisposable> {
  const [built, former] = [join(copy, 'dist'), join(copy, 'dist-without-mutant')]
  // Renamed first: it is a link, and the build would replace what it points to.
  await rename(built, former)
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status, stderr } = spawnSync('vite', ['build', '--logLevel', 'warn'], { cwd: copy, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The page does not build with the mutant: ${stderr}`)
  return {
    async [Symbol.asyncDispose]() {
      await rm(built, { recursive: true })
      await rename(former, built)
    },
  }
}

/** Project of `vitest.config.ts` that has this test file. */
const projectOf = (file: string): string => {
  if (!file.endsWith('.long.test.ts')) return 'suite'
  return file.startsWith('test/e2e/') ? 'e2e-long' : 'long'
}

/**
 * Stops at the first failed test. A file that cannot be loaded has caught nothing.
 * @returns its title; null where none fails
 */
export async function findFailedTest(copy: string, file: string, stop: AbortSignal): Promise<string | null> {
  const report = join(copy, 'mutant-report.json')
  await rm(report, { force: true })
  const project = ['--project', projectOf(file)]
  const options = [...project, '--maxWorkers=1', '--bail=1', '--reporter=json', `--outputFile=${report}`]
  // The inputs of `npm test`: random ones would miss a mutant by chance.
  const env = { ...process.env, SEED: undefined }
  const child = spawn('vitest', ['run', ...options, file], { cwd: copy, stdio: 'ignore', env, signal: stop })
  await once(child, 'exit')
  const { testResults } = Report.parse(JSON.parse(await readFile(report, 'utf8')))
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  return tests.find(({ status }) => status === 'failed')?.title ?? null
}
