import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** Source files, and the data that they import, by their path in the repository. */
export type Sources = ReadonlyMap<string, string>

/** These import everything, and so would each test that starts the server. */
export const composition =
  /^(server\/(app|compose|listen|main)|packages\/sandbox\/(app|sandbox|sandbox-state)|web\/routes)\.tsx?$/

/** Lines of the output of `git`. */
export const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')

export function readSources(): Sources {
  const files = git('ls-files', '-co', '--exclude-standard')
  const present = files.filter((file) => /\.(tsx?|json)$/.test(file) && existsSync(file))
  return new Map(present.map((file) => [file, readFileSync(file, 'utf8')]))
}

/** The imports of a source file: repository paths for relative imports, package names for others. */
export function importsOf(file: string, source: string): string[] {
  const found = source.matchAll(
    /^(?:import|export)\b[^'"`]*?\bfrom\s*'([^']+)'|^import\s*'([^']+)'|\bimport\(\s*'([^']+)'/gm,
  )
  return [...found].map(([, a, b, c]) => {
    const target = a ?? b ?? c ?? ''
    return target.startsWith('.') ? normalize(join(dirname(file), target)) : target
  })
}
