import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'

export type Settings = Record<string, string>

export async function readEnvFile(file: string): Promise<Settings> {
  if (!existsSync(file)) return {}
  const values = parseEnv(await readFile(file, 'utf8'))
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? '']))
}

/**
 * Replaces these settings and keeps all other lines; an empty value removes the setting. Only the owner may read the
 * file, and a crash leaves the old one.
 */
export async function updateEnvFile(file: string, changes: Settings): Promise<void> {
  const text = existsSync(file) ? await readFile(file, 'utf8') : ''
  const kept = withoutSettings(text, Object.keys(changes))
  const added = Object.entries(changes)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${quoted(value)}`)
  const draft = `${file}.new`
  await writeFile(draft, `${[...kept, ...added].join('\n')}\n`, { mode: 0o600, flush: true })
  await rename(draft, file)
}

/** The lines of the file without these settings; a quoted value may have several lines. */
function withoutSettings(text: string, names: string[]): string[] {
  const setting =
    /^[ \t]*(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_]*)[ \t]*=[ \t]*("[^"]*"|'[^']*'|`[^`]*`|[^\n]*)[^\n]*\n?/gm
  const kept = text.replace(setting, (whole, name: string) => (names.includes(name) ? '' : whole))
  return kept === '' ? [] : kept.replace(/\n$/, '').split('\n')
}

/** Node reads a value in single quotes literally. */
function quoted(value: string): string {
  if (/^[\w./:@+=,-]*$/.test(value)) return value
  const quote = ["'", '"', '`'].find((mark) => !value.includes(mark))
  if (!quote) throw new Error('A value may not contain all three kinds of quotes')
  return `${quote}${value}${quote}`
}
