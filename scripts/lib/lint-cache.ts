import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { composition, importsOf, readSources, type Sources } from './import-graph.ts'

const cacheFile = 'node_modules/.cache/lint.json'
/** All findings depend on these, and on declarations that no file imports. */
const settings = ['.oxlintrc.json', 'tsconfig.json', 'package-lock.json']

const sha = (text: string): string => createHash('sha256').update(text).digest('base64')

/**
 * A hash per source file of its text and of all that it imports, since rules ask for types of imports and for cycles,
 * but not through the composition of the whole program. A fresh clone lints all files.
 */
export function fingerprints(sources: Sources): Map<string, string> {
  const found = new Map<string, string>()
  const common = [...sources].filter(([file]) => settings.includes(file) || file.endsWith('.d.ts'))
  const start = sha(common.flat().join('\0'))
  const fingerprint = (file: string): string => {
    const known = found.get(file)
    if (known !== undefined) return known
    // Ends a cycle of imports, which is a finding itself.
    found.set(file, '')
    const source = sources.get(file) ?? ''
    const hash = sha([start, file, source, ...importsOf(file, source).map(part)].join('\0'))
    found.set(file, hash)
    return hash
  }
  const part = (file: string): string => (composition.test(file) ? (sources.get(file) ?? '') : fingerprint(file))
  return new Map([...sources.keys()].filter((file) => /\.tsx?$/.test(file)).map((file) => [file, fingerprint(file)]))
}

function readCache(): string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(readFileSync(cacheFile, 'utf8')))
  } catch {
    // The first run, or a file of another version.
    return []
  }
}

interface LintPlan {
  /** Files that were not linted without a finding as they are now: all in a fresh clone. */
  files: string[]
  /** Remembers that no file has a finding. */
  save(): void
}

export function planLint(): LintPlan {
  const current = fingerprints(readSources())
  const clean = new Set(readCache())
  return {
    files: [...current].flatMap(([file, hash]) => (clean.has(hash) ? [] : [file])),
    save() {
      mkdirSync(dirname(cacheFile), { recursive: true })
      writeFileSync(cacheFile, JSON.stringify([...current.values()]))
    },
  }
}
