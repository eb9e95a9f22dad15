/**
 * Query parameters are text, nothing else: `?email=1e3` must not arrive as a number.
 * @returns what follows the path, with its question mark
 */
export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (typeof value === 'string') query.set(name, value)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

/** The parameter where it is there, and nothing where it is not. */
export const text = <Name extends string>(search: Record<string, unknown>, name: Name): { [Key in Name]?: string } => {
  const value = search[name]
  const found: { [Key in Name]?: string } = {}
  if (typeof value === 'string') found[name] = value
  return found
}
