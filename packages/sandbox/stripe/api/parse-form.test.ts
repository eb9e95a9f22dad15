import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FormValue, parseForm } from './parse-form.ts'

const read = (text: string) => parseForm(new URLSearchParams(text))

test('brackets nest; numeric and empty names make ordered lists', () => {
  expect(read('a=1&b[c]=2&b[d][e]=3')).toEqual({ a: '1', b: { c: '2', d: { e: '3' } } })
  expect(read('items[1][price]=p1&items[0][price]=p0&items[10][price]=p10&items[2][price]=p2')).toEqual({
    items: [{ price: 'p0' }, { price: 'p1' }, { price: 'p2' }, { price: 'p10' }],
  })
  expect(read('expand[]=a&expand[]=b')).toEqual({ expand: ['a', 'b'] })
  expect(read('')).toEqual({})
})

test('refuses an invalid name, and a name with both text and nested values', () => {
  expect(read('a[b=1')).toBeNull()
  expect(read('[a]=1')).toBeNull()
  expect(read('a=1&a[b]=2')).toBeNull()
})

test('treats __proto__ as an ordinary name', () => {
  expect(Object.entries(read('__proto__[admin]=1') ?? {})).toEqual([['__proto__', { admin: '1' }]])
  expect(Reflect.get({}, 'admin')).toBeUndefined()
})

/** Serializes a form value as stripe-node does. */
function written(value: FormValue, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  return Object.entries(value).flatMap(([name, inner]) => written(inner, path === '' ? name : `${path}[${name}]`))
}

test('parses everything that stripe-node serializes', () => {
  const name = fc.stringMatching(/^[a-z_]{1,8}$/)
  const { tree } = fc.letrec<{ tree: FormValue }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      fc.string(),
      fc.array(tie('tree'), { minLength: 1, maxLength: 12 }),
      fc.dictionary(name, tie('tree'), { minKeys: 1, maxKeys: 4 }),
    ),
  }))
  fc.assert(
    fc.property(fc.dictionary(name, tree, { maxKeys: 4 }), (data) => {
      expect(parseForm(new URLSearchParams(written(data)))).toEqual(data)
    }),
  )
})
