/** @returns with the leading question mark; empty if there is no parameter with a text */
export function stringifySearch(search: object): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (typeof value === 'string') query.set(name, value)
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))
