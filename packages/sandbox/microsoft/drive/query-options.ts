import { invalidRequest } from './errors.ts'

const OPTIONS = new Set(['$select', '$top', '$skiptoken', '$orderby'])

/** @throws GraphError for an unknown option */
export function refuseOtherOptions(query: URLSearchParams): void {
  const other = [...query.keys()].find((name) => name.startsWith('$') && !OPTIONS.has(name))
  if (other !== undefined) throw invalidRequest(`The query parameter '${other}' is not supported.`)
}

/** The properties of `$select` and the id; all properties without `$select`. */
export function picked(query: URLSearchParams, item: Record<string, unknown>): Record<string, unknown> {
  const select = query.get('$select')
  if (select === null) return item
  const wanted = new Set(['id', ...select.split(',').map((name) => name.trim())])
  return Object.fromEntries(Object.entries(item).filter(([name]) => wanted.has(name) || name.startsWith('@odata.')))
}
