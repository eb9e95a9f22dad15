/**
 * JSON text for a jsonb column. PostgreSQL refuses lone surrogates and NUL, which occur in message text and responses
 * of services, e.g. where a truncation splits an emoji.
 */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'string' ? each.toWellFormed().replaceAll('\0', '') : each,
  )
