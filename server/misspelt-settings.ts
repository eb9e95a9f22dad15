const shortestName = 7

/**
 * Variables that look like a misspelt setting, which would be ignored.
 * @returns a line for each, without its value
 */
export function misspeltSettings(given: readonly string[], known: readonly string[]): string[] {
  return given
    .filter((name) => name.length >= shortestName - 1 && !known.includes(name))
    .flatMap((name) => {
      const typed = name.toUpperCase()
      const isMeant = (one: string): boolean =>
        isOneSlip(typed, one) || isOneSlip(typed, one.replace(/IES$/, 'Y')) || lacksWord(typed, one)
      const meant = known.find((one) => one.length >= shortestName && isMeant(one))
      return meant ? [`${name}: no such setting; ${meant} is one`] : []
    })
}

/** One character is missing, added, replaced, or has changed places with the next one; or none, but for its case. */
function isOneSlip(typed: string, meant: string): boolean {
  const start = [...typed].findIndex((char, index) => char !== meant[index])
  if (start === -1) return meant.length - typed.length <= 1
  const [rest, other] = [typed.slice(start), meant.slice(start)]
  const swapped = `${rest[1] ?? ''}${rest[0] ?? ''}${rest.slice(2)}`
  return [rest.slice(1), rest, swapped].includes(other) || [rest.slice(1), rest].includes(other.slice(1))
}

/** As MICROSOFT_SECRET: a word after the first is missing. */
function lacksWord(typed: string, meant: string): boolean {
  const words = meant.split('_')
  return words.length > 2 && words.some((_, at) => at > 0 && words.toSpliced(at, 1).join('_') === typed)
}
