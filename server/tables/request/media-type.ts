import { RestError } from '../parse/rest-error.ts'
import type { Shape } from '../sql/read-sql.ts'

/** Representation of the rows. */
export interface MediaType {
  shape: Exclude<Shape, 'none'>
  stripNulls: boolean
  contentType: string
}

const array: MediaType = { shape: 'array', stripNulls: false, contentType: 'application/json; charset=utf-8' }
const object: MediaType = {
  shape: 'object',
  stripNulls: false,
  contentType: 'application/vnd.pgrst.object+json; charset=utf-8',
}
const csv: MediaType = { shape: 'csv', stripNulls: false, contentType: 'text/csv; charset=utf-8' }
const stripped = { stripNulls: true }

const supported = new Map<string, MediaType>([
  ['*/*', array],
  ['application/*', array],
  ['application/json', array],
  ['text/csv', csv],
  ['application/vnd.pgrst.object', object],
  ['application/vnd.pgrst.object+json', object],
  [
    'application/vnd.pgrst.object+json;nulls=stripped',
    { ...object, ...stripped, contentType: 'application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8' },
  ],
  [
    'application/vnd.pgrst.object;nulls=stripped',
    { ...object, ...stripped, contentType: 'application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8' },
  ],
  ['application/vnd.pgrst.array', array],
  ['application/vnd.pgrst.array+json', array],
  [
    'application/vnd.pgrst.array+json;nulls=stripped',
    { ...array, ...stripped, contentType: 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8' },
  ],
  [
    'application/vnd.pgrst.array;nulls=stripped',
    { ...array, ...stripped, contentType: 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8' },
  ],
])

/** The supported type with the highest weight in the `Accept` header. @throws RestError 406 */
export function negotiateMediaType(header: string | null): MediaType {
  const accepted = (header ?? '*/*')
    .split(',')
    .map((part) => {
      const [type = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase())
      const weight = Number(parameters.find((each) => each.startsWith('q='))?.slice(2) ?? 1)
      const name = parameters.includes('nulls=stripped') ? `${type};nulls=stripped` : type
      return { name, weight }
    })
    .filter(({ name, weight }) => name !== '' && weight > 0)
    .sort((left, right) => right.weight - left.weight)
  for (const { name } of accepted) {
    const found = supported.get(name)
    if (found) return found
  }
  throw new RestError(
    406,
    'PGRST107',
    `None of these media types are available: ${accepted.map(({ name }) => name).join(', ')}`,
  )
}
