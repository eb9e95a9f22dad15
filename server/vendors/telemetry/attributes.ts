import type { Attributes } from '@opentelemetry/api'

/** Fields of a log event, such as `mailboxId`, as attributes, such as `mailroom.mailbox_id`. */
export function toAttributes(fields: object): Attributes {
  const attributes: Attributes = {}
  for (const [name, value] of Object.entries(fields)) {
    if (value === null || value === undefined) continue
    attributes[`mailroom.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`] = isPlain(value)
      ? value
      : JSON.stringify(value)
  }
  return attributes
}

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
