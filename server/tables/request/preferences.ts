import { throwInvalidPreferences } from '../parse/rest-error.ts'

/** The `Prefer` header of a request. */
export interface Preferences {
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null
  missing: 'default' | 'null' | null
  return: 'minimal' | 'headers-only' | 'representation' | null
  count: 'exact' | 'planned' | 'estimated' | null
  tx: 'commit' | 'rollback' | null
  handling: 'strict' | 'lenient' | null
  maxAffected: number | null
  timezone: string | null
}

const known = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['minimal', 'headers-only', 'representation'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
} as const

/** The first value of each preference counts. Unknown preferences are ignored, or rejected with `handling=strict`. */
export function parsePreferences(header: string | null): Preferences {
  const given = new Map<string, string>()
  const unknown: string[] = []
  for (const part of (header ?? '').split(',')) {
    const text = part.trim()
    if (text === '') continue
    const [name = '', value = ''] = text.split('=', 2).map((each) => each.trim())
    if (!isKnown(name, value)) unknown.push(text)
    else if (!given.has(name)) given.set(name, value)
  }
  if (given.get('handling') === 'strict' && unknown.length > 0) throwInvalidPreferences(unknown)

  const pick = <K extends keyof typeof known>(name: K): (typeof known)[K][number] | null =>
    known[name].find((each) => each === given.get(name)) ?? null
  const maxAffected = given.get('max-affected')
  return {
    resolution: pick('resolution'),
    missing: pick('missing'),
    return: pick('return'),
    count: pick('count'),
    tx: pick('tx'),
    handling: pick('handling'),
    maxAffected: maxAffected === undefined ? null : Number(maxAffected),
    timezone: given.get('timezone') ?? null,
  }
}

function isKnown(name: string, value: string): boolean {
  if (name === 'timezone') return isTimeZone(value)
  if (name === 'max-affected') return /^\d{1,9}$/.test(value)
  return Object.entries<readonly string[]>(known).some(([each, values]) => each === name && values.includes(value))
}

/** Zone names only: the sign of an offset means the opposite in PostgreSQL and in ISO 8601. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)*$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
