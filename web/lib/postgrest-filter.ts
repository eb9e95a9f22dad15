/** LIKE pattern that finds the text anywhere: escapes `%`, `_` and `*`, which PostgREST treats as `%`. */
export const containsPattern = (text: string): string =>
  `%${text.replace(/[\\%_*]/gu, (character) => `\\${character}`)}%`

/** Quotes a value inside `or=(…)`, where commas and parentheses are syntax. */
export const quoteFilterValue = (value: string): string =>
  `"${value.replace(/["\\]/gu, (character) => `\\${character}`)}"`
