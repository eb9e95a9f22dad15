/**
 * LIKE pattern that finds the text anywhere. Escapes `%` and `_`. PostgREST treats `*` as `%` and has no escape for it,
 * so it becomes `_` (any one character).
 */
export const containsPattern = (text: string): string =>
  `%${text.replace(/[\\%_]/gu, (character) => `\\${character}`).replaceAll('*', '_')}%`

/** Quotes a value inside `or=(…)`, where commas and parentheses are syntax. */
export const quoteFilterValue = (value: string): string =>
  `"${value.replace(/["\\]/gu, (character) => `\\${character}`)}"`
