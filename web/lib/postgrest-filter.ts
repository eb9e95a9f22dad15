import type { LogCondition } from '../../contract/functions/processing-logs.ts'

/** Quotes a value inside `or=(…)`, where commas and parentheses are syntax. */
export const quoteFilterValue = (value: string): string =>
  `"${value.replace(/["\\]/gu, (character) => `\\${character}`)}"`

/** The alternatives of `or=(…)`. */
export const anyOf = ({ columns, operator, value }: LogCondition): string =>
  columns.map((column) => `${column}.${operator}.${quoteFilterValue(value)}`).join()
