import { toOneLine } from '../../../contract/clean-text.ts'

const explanationNameMaxLength = 60

/** One line for the processing history. The sender chooses names: no line breaks, no control characters, cut. */
export function oneLine(text: string, maxLength: number): string {
  const clean = toOneLine(text)
  const cut = clean.length <= maxLength ? clean : `${clean.slice(0, maxLength - 1).trimEnd()}…`
  return cut.toWellFormed()
}

export function named(name: string): string {
  return oneLine(name, explanationNameMaxLength)
}
