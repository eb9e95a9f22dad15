/** A value of a form: text, or what brackets make of it. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue }

type Node = Map<string, Node | string>

const KEY = /^([^[\]]+)((?:\[[^[\]]*\])*)$/

/** `items[0][price]=p` and `expand[]=x` as nested data; keys that are numbers or empty make a list. Null where a name cannot be read. */
export function readForm(form: URLSearchParams): { [name: string]: FormValue } | null {
  const root: Node = new Map()
  for (const [key, value] of form) {
    const [, first, brackets] = KEY.exec(key) ?? []
    if (first === undefined) return null
    const path = [first, ...[...(brackets ?? '').matchAll(/\[([^[\]]*)\]/g)].map(([, name = '']) => name)]
    if (!put(root, path, value)) return null
  }
  return Object.fromEntries([...root].map(([name, value]) => [name, plain(value)]))
}

/** An empty name takes the next place of a list. False where a text stands in the way. */
function put(into: Node, path: string[], value: string): boolean {
  const [name = '', ...rest] = path
  const key = name === '' ? String(into.size) : name
  if (rest.length === 0) {
    into.set(key, value)
    return true
  }
  const inner = into.get(key) ?? new Map<string, Node | string>()
  if (typeof inner === 'string') return false
  into.set(key, inner)
  return put(inner, rest, value)
}

function plain(value: Node | string): FormValue {
  if (typeof value === 'string') return value
  const isList = [...value.keys()].every((key) => /^\d+$/.test(key))
  if (isList) return [...value].toSorted(([a], [b]) => Number(a) - Number(b)).map(([, inner]) => plain(inner))
  return Object.fromEntries([...value].map(([name, inner]) => [name, plain(inner)]))
}
