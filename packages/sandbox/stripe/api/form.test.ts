import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FormValue, readForm } from './form.ts'

const read = (text: string) => readForm(new URLSearchParams(text))

test('brackets nest, numbers and empty names make lists in the order of their numbers', () => {
  expect(read('a=1&b[c]=2&b[d][e]=3')).toEqual({ a: '1', b: { c: '2', d: { e: '3' } } })
  expect(read('items[1][price]=p1&items[0][price]=p0&items[10][price]=p10&items[2][price]=p2')).toEqual({
    items: [{ price: 'p0' }, { price: 'p1' }, { price: 'p2' }, { price: 'p10' }],
  })
  expect(read('expand[]=a&expand[]=b')).toEqual({ expand: ['a', 'b'] })
  expect(read('')).toEqual({})
})

test('a name that cannot be read, or that is text and more, is refused', () => {
  expect(read('a[b=1')).toBeNull()
  expect(read('[a]=1')).toBeNull()
  expect(read('a=1&a[b]=2')).toBeNull()
})

test('a name of an object is no more than a name', () => {
  expect(Object.entries(read('__proto__[admin]=1') ?? {})).toEqual([['__proto__', { admin: '1' }]])
  expect(Reflect.get({}, 'admin')).toBeUndefined()
})

/** As the library writes it. */
function written(value: FormValue, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  return Object.entries(value).flatMap(([name, inner]) => written(inner, path === '' ? name : `${path}[${name}]`))
}

test('whatever the library writes is read back', () => {
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
      expect(readForm(new URLSearchParams(written(data)))).toEqual(data)
    }),
  )
})
