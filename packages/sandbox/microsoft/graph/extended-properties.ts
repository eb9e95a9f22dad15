import type { Message } from '../model.ts'
import { badRequest } from './errors.ts'

/** Extended properties are only returned by id: `$expand=singleValueExtendedProperties($filter=id eq '…')`. */
export function expandedProperties(message: Message, expand: string | null): Record<string, unknown> {
  if (!expand?.startsWith('singleValueExtendedProperties')) return {}
  const wanted = [...expand.matchAll(/\bid eq '([^']*)'/gi)].map(([, id]) => id)
  if (wanted.length === 0)
    throw badRequest('Expanding singleValueExtendedProperties needs a $filter by the id of the property.')
  const found = message.extendedProperties.filter(({ id }) => wanted.includes(id))
  return found.length === 0 ? {} : { singleValueExtendedProperties: found }
}
