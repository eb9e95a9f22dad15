import { randomBytes } from 'node:crypto'
import { ConfigError, readConfig } from '../config.ts'
import type { Finding } from './finding.ts'

export type Environment = Record<string, string | undefined>

const standInUrl = 'https://mailroom.invalid'
/** Of settings that are required in production, and the checks that say nothing with them. */
const standIns: Record<string, { value: () => string; checks: string[] }> = {
  // The stricter one: without it the sandbox might stand in for what is not set.
  NODE_ENV: { value: () => 'production', checks: [] },
  PUBLIC_URL: { value: () => standInUrl, checks: ['address'] },
  SUPPORT_EMAIL: { value: () => 'support@mailroom.invalid', checks: [] },
  JWT_SECRET: { value: () => randomBytes(48).toString('base64'), checks: ['pooler'] },
  ENCRYPTION_KEYS: { value: () => randomBytes(32).toString('base64'), checks: ['keys', 'settings of the page'] },
}

export function problemsOf(env: Environment): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems
  }
}

/**
 * The settings without those that are wrong, so that the rest can be checked.
 * @returns `isAbout`: whether a finding concerns a setting that was left out
 */
export function withoutWrongSettings(env: Environment): { rest: Environment; isAbout: (finding: Finding) => boolean } {
  const named = new Set<string>()
  let rest = env
  for (let problems = problemsOf(env); problems.length > 0; problems = problemsOf(rest)) {
    const before = named.size
    for (const name of problems.join(' ').match(/[A-Z][A-Z_]+/g) ?? []) named.add(name)
    if (named.size === before) throw new Error(`What to leave out is not named: ${problems.join('; ')}`)
    const kept = Object.entries(env).filter(([name]) => !named.has(name))
    const replaced = [...named].flatMap((name) => (standIns[name] ? [[name, standIns[name].value()]] : []))
    rest = Object.fromEntries([...kept, ...replaced])
  }
  const silent = new Set([...named].flatMap((name) => standIns[name]?.checks ?? []))
  const isAbout = ({ check, text, remedy }: Finding): boolean =>
    silent.has(check) ||
    `${text} ${remedy}`.includes(standInUrl) ||
    [...named].some((name) => text.includes(`${name} is not`))
  return { rest, isAbout }
}
