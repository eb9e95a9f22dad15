/** A pattern that finds the text anywhere; nothing in it is a wildcard (the protocol has `*` for one, so that becomes "any character"). */
export const containing = (text: string): string =>
  `%${text.replace(/[\\%_]/gu, (character) => `\\${character}`).replaceAll('*', '_')}%`

/** As a value within `or=(…)`, where commas and brackets mean something. */
export const quoted = (value: string): string => `"${value.replace(/["\\]/gu, (character) => `\\${character}`)}"`
