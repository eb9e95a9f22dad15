import { badRequest } from './errors.ts'

/** The properties of `$select`, or null where all defaults are wanted. A name that the type has not is refused. */
export function readSelect(query: URLSearchParams, type: string, known: ReadonlySet<string>): Set<string> | null {
  const text = query.get('$select')
  if (text === null || text.trim() === '' || text.trim() === '*') return null
  const chosen = new Set<string>()
  for (const part of text.split(',')) {
    const name = part.trim()
    const found = known.has(name) ? name : [...known].find((other) => other.toLowerCase() === name.toLowerCase())
    if (!found) throw badRequest(`Could not find a property named '${name}' on type '${type}'.`)
    chosen.add(found)
  }
  return chosen
}

/** Keeps what was chosen, the id and the annotations. */
export function pick(item: Record<string, unknown>, chosen: Set<string> | null): Record<string, unknown> {
  if (!chosen) return item
  return Object.fromEntries(
    Object.entries(item).filter(([name]) => chosen.has(name) || name === 'id' || name.startsWith('@')),
  )
}
