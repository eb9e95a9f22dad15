/**
 * A value as the text of a jsonb column. PostgreSQL takes neither half a character nor NUL in it, and both come with strangers' text and
 * services' answers: a cut may go through an emoji.
 */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'string' ? each.toWellFormed().replaceAll('\0', '') : each,
  )
