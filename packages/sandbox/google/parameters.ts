/** Google takes each parameter once and only those that it knows. @returns what is wrong, or null */
export function parameterProblem(given: URLSearchParams, known: ReadonlySet<string>): string | null {
  for (const name of given.keys()) {
    if (!known.has(name)) return `Parameter not allowed for this message type: ${name}`
    if (given.getAll(name).length > 1) return `OAuth 2 parameters can only have a single value: ${name}`
  }
  return null
}
