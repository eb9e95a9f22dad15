import { badRequest } from './errors.ts'

/** The properties of `$select`; null for the defaults. @throws GraphError for an unknown property */
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

/** The selected properties, the id and the annotations. */
export function pick(item: Record<string, unknown>, chosen: Set<string> | null): Record<string, unknown> {
  if (!chosen) return item
  return Object.fromEntries(
    Object.entries(item).filter(([name]) => chosen.has(name) || name === 'id' || name.startsWith('@')),
  )
}
