import { RestFailure } from './errors.ts'
import type { Shape } from './read-sql.ts'

/** How the caller wants the rows. */
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

const offered = new Map<string, MediaType>([
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

/** The first of the accepted types that we have, by the order of their weights. */
export function acceptedType(header: string | null): MediaType {
  const wanted = (header ?? '*/*')
    .split(',')
    .map((part) => {
      const [type = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase())
      const weight = Number(parameters.find((each) => each.startsWith('q='))?.slice(2) ?? 1)
      const name = parameters.includes('nulls=stripped') ? `${type};nulls=stripped` : type
      return { name, weight }
    })
    .filter(({ name, weight }) => name !== '' && weight > 0)
    .sort((left, right) => right.weight - left.weight)
  for (const { name } of wanted) {
    const found = offered.get(name)
    if (found) return found
  }
  throw new RestFailure(
    406,
    'PGRST107',
    `None of these media types are available: ${wanted.map(({ name }) => name).join(', ')}`,
  )
}
