/**
 * Serializes query parameters as plain strings. TanStack Router's default parses JSON: `?email=1e3` would become a
 * number.
 * @returns with the leading question mark
 */
export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (typeof value === 'string') query.set(name, value)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

/** Picks a string parameter; an empty object if it is missing or not a string. */
export const textParam = <Name extends string>(
  search: Record<string, unknown>,
  name: Name,
): { [Key in Name]?: string } => {
  const value = search[name]
  const found: { [Key in Name]?: string } = {}
  if (typeof value === 'string') found[name] = value
  return found
}
