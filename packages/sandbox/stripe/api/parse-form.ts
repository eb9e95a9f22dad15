/** A form value: text, or the structure that the brackets in the name describe. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue }

type Node = Map<string, Node | string>

const FORM_KEY = /^([^[\]]+)((?:\[[^[\]]*\])*)$/

/**
 * Parses `items[0][price]=p` and `expand[]=x` into nested data; numeric and empty keys make a list. Returns null for an
 * invalid name.
 */
export function parseForm(form: URLSearchParams): { [name: string]: FormValue } | null {
  const root: Node = new Map()
  for (const [key, value] of form) {
    const [, first, brackets] = FORM_KEY.exec(key) ?? []
    if (first === undefined) return null
    const path = [first, ...[...(brackets ?? '').matchAll(/\[([^[\]]*)\]/g)].map(([, name = '']) => name)]
    if (!setByPath(root, path, value)) return null
  }
  return Object.fromEntries([...root].map(([name, value]) => [name, toPlainValue(value)]))
}

/** An empty name appends to the list. Returns false if a text value already has this key. */
function setByPath(into: Node, path: string[], value: string): boolean {
  const [name = '', ...rest] = path
  const key = name === '' ? String(into.size) : name
  if (rest.length === 0) {
    into.set(key, value)
    return true
  }
  const inner = into.get(key) ?? new Map<string, Node | string>()
  if (typeof inner === 'string') return false
  into.set(key, inner)
  return setByPath(inner, rest, value)
}

function toPlainValue(value: Node | string): FormValue {
  if (typeof value === 'string') return value
  const isList = [...value.keys()].every((key) => /^\d+$/.test(key))
  if (isList) return [...value].toSorted(([a], [b]) => Number(a) - Number(b)).map(([, inner]) => toPlainValue(inner))
  return Object.fromEntries([...value].map(([name, inner]) => [name, toPlainValue(inner)]))
}
