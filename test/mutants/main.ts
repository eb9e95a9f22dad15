import { parseArgs } from 'node:util'
import { execFileSync } from 'node:child_process'
import { cp, mkdtempDisposable, symlink } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildPage } from '../../scripts/lib/build-page.ts'
import { type Mutant, ruleNumber } from './mutant.ts'
import { mutants } from './mutants.ts'
import { findFailedTest, runMutant } from './run-mutant.ts'

/** What git does not list and tests need. */
const linked = ['node_modules', 'dist']

/** Copies the working tree, with links to the installed packages, into a temporary folder that ends with it. */
async function copyRepository(): Promise<{ path: string } & AsyncDisposable> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'mailroom-mutants-'))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split('\n')
  for (const file of listed)
    if (file !== '' && existsSync(file)) await cp(file, join(folder.path, file), { recursive: true })
  for (const name of linked) if (existsSync(name)) await symlink(resolve(name), join(folder.path, name))
  return { path: folder.path, [Symbol.asyncDispose]: () => folder.remove() }
}

/**
 * `npm run test:mutants`: lists the mutants and runs the tests that have to catch each, which takes long.
 * `-- 8 'a lease'` runs those of a rule and those whose names begin so, `-- page` those of the page,
 * `-- --part 1/10` each tenth one; `-- --list` only lists them. Exit code 1 where a mutant survives, or where a test
 * fails without a mutant and would seem to catch it.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean' }, part: { type: 'string', default: '1/1' } },
})
const [part = 1, parts = 1] = values.part.split('/').map(Number)
const isChosen = (mutant: Mutant, index: number): boolean =>
  index % parts === part - 1 &&
  (positionals.length === 0 ||
    positionals.some((wanted) => wanted === ruleNumber(mutant) || mutant.name.startsWith(wanted)))
const chosen = mutants.filter(isChosen)
const print = (line: string): boolean => process.stdout.write(`${line}\n`)

for (const mutant of chosen) {
  const { name, file } = mutant
  print(`${ruleNumber(mutant)}. ${name} (${file})${'rule' in mutant ? `: ${mutant.rule}` : ''}`)
}
if (chosen.length === 0) print('No mutant has this number or name: `--list` prints them.')
if (!values.list) await runAll()

async function runAll(): Promise<void> {
  // The end-to-end tests and the nodes of the torture run serve it.
  if (!buildPage()) process.exit(1)
  await using copy = await copyRepository()
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort())
  for (const file of new Set(chosen.flatMap(({ tests }) => tests))) {
    const failed = await findFailedTest(copy.path, file, stopping.signal)
    if (failed === null) continue
    print(`${file} fails without a mutant: ${failed}`)
    process.exitCode = 1
    return
  }
  let survived = chosen.length === 0 ? 1 : 0
  for (const mutant of chosen) {
    print(`\n${ruleNumber(mutant)}. ${mutant.name}`)
    const results = await runMutant(copy.path, mutant, stopping.signal)
    for (const { file, caughtBy } of results)
      print(caughtBy === null ? `   SURVIVED ${file}` : `   caught by ${file}: ${caughtBy}`)
    if (results.some(({ caughtBy }) => caughtBy === null)) survived++
  }
  print(`\n${chosen.length - survived} of ${chosen.length} mutants were caught`)
  process.exitCode = survived > 0 ? 1 : 0
}
