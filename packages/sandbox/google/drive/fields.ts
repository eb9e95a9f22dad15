import { badSelection } from './errors.ts'

/** The properties of a partial response, with the mask of each one's value; null for the whole value. */
export type Mask = Map<string, Mask | null>

/**
 * Parses `fields`: names separated by commas, `a/b` or `a(b,c)` for nested ones, `*` for all.
 * https://developers.google.com/workspace/drive/api/guides/fields-parameter
 * @throws DriveError
 */
export function parseFields(text: string): Mask {
  const tokens = text.match(/[A-Za-z][\w-]*|[*,/()]|\S/g) ?? []
  let place = 0

  function list(): Mask {
    const mask: Mask = new Map()
    do selection(mask)
    while (tokens[place] === ',' && ++place > 0)
    return mask
  }

  function selection(mask: Mask): void {
    const name = tokens[place] ?? ''
    if (!/^(?:\*|[A-Za-z][\w-]*)$/.test(name)) throw badSelection(text)
    place++
    if (tokens[place] === '/') {
      place++
      const below: Mask = new Map()
      selection(below)
      merge(mask, name, below)
    } else if (tokens[place] === '(') {
      place++
      const below = list()
      if (tokens[place++] !== ')') throw badSelection(text)
      merge(mask, name, below)
    } else merge(mask, name, null)
  }

  const mask = list()
  if (place < tokens.length) throw badSelection(text)
  return mask
}

function merge(mask: Mask, name: string, below: Mask | null): void {
  const known = mask.get(name)
  if (known === undefined) mask.set(name, below)
  else if (known === null || below === null) mask.set(name, null)
  else for (const [inner, rest] of below) merge(known, inner, rest)
}

/** The properties that can be selected: true for a leaf, `any` for a map with arbitrary names. */
export type Shape = { [name: string]: Shape | true | 'any' }

/** @throws DriveError with the name of the first unknown field */
export function checkFields(mask: Mask, shape: Shape): void {
  for (const [name, below] of mask) {
    if (name === '*') continue
    const inner = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (inner === undefined) throw badSelection(name)
    if (below === null || inner === 'any') continue
    if (inner === true) throw badSelection([...below.keys()].join(','))
    checkFields(below, inner)
  }
}

/** The part of a value that the mask selects. It applies to each entry of a list. */
export function pick(value: unknown, mask: Mask | null): unknown {
  if (mask === null || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => pick(item, mask))
  const all = mask.get('*')
  const kept = Object.entries(value).flatMap(([name, inner]) => {
    const below = mask.has(name) ? mask.get(name) : all
    return below === undefined ? [] : [[name, pick(inner, below)]]
  })
  return Object.fromEntries(kept)
}
