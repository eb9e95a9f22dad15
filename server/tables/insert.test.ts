import { beforeEach, describe, expect, test } from 'vitest'
import { ofFile } from '../../test/kit/of-file.ts'
import { startLibrary, summarizeResponse } from './testing/library.ts'

const library = await ofFile(startLibrary())
const send = library.send
beforeEach(() => library.empty())

describe('insert', () => {
  test('returns no body by default', async () => {
    expect(await summarizeResponse(await send('POST', '/tags', { body: '{"id":3,"tag":"new"}' }))).toEqual({
      status: 201,
      range: '*/*',
      applied: null,
      location: null,
      type: null,
      body: '',
    })
  })

  test('returns the Location of the row', async () => {
    const prefer = 'return=headers-only'
    expect(
      await summarizeResponse(await send('POST', '/tags', { prefer, body: '{"id":3,"tag":"new"}' })),
    ).toMatchObject({
      status: 201,
      location: '/tags?id=eq.3',
      body: '',
      applied: prefer,
    })
    expect(
      (
        await summarizeResponse(
          await send('POST', '/tags', { prefer, body: '[{"id":4,"tag":"a"},{"id":5,"tag":"b"}]' }),
        )
      ).location,
    ).toBeNull()
    expect(
      (await summarizeResponse(await send('POST', '/book_tags', { prefer, body: '{"book_id":1,"tag_id":2}' })))
        .location,
    ).toBe('/book_tags?book_id=eq.1&tag_id=eq.2')
    await library.client.from('book_tags').delete().eq('book_id', 1).eq('tag_id', 2)
    expect(
      (await summarizeResponse(await send('POST', '/notes', { prefer, body: '{"note":"x"}' }))).location,
    ).toBeNull()
  })

  test('returns rows, columns or embedded rows', async () => {
    const { data, status } = await library.client
      .from('books')
      .insert({ title: 'A', author: 'Kafka', price: 0.1 })
      .select('title,price,binding,authors!author(name),tags(tag)')
      .single()
    expect([status, data]).toEqual([
      201,
      { title: 'A', price: 0.1, binding: 'paper', authors: { name: 'Kafka' }, tags: [] },
    ])
  })

  test('counts several rows', async () => {
    const rows = [
      { title: 'B', author: 'Kafka' },
      { title: 'A', author: 'Woolf' },
    ]
    const { data, count } = await library.client
      .from('books')
      .insert(rows, { count: 'exact' })
      .select('title')
      .order('title')
    expect([count, data]).toEqual([2, [{ title: 'A' }, { title: 'B' }]])
  })

  test('inserts null for missing keys, or the default where requested', async () => {
    const rows = [
      { title: 'B', author: 'Kafka', price: 1, code: 'x' },
      { title: 'A', author: 'Woolf' },
    ]
    expect((await library.client.from('books').insert(rows)).error?.code).toBe('23502')
    const { data } = await library.client
      .from('books')
      .insert(rows, { defaultToNull: false })
      .select('title,price,code')
      .order('title')
    expect(data).toEqual([
      { title: 'A', price: 9.5, code: null },
      { title: 'B', price: 1, code: 'x' },
    ])
  })

  test('applies identity columns as defaults', async () => {
    const rows = [
      { id: 50, title: 'A', author: 'Woolf' },
      { title: 'B', author: 'Woolf' },
    ]
    const { data } = await library.client
      .from('books')
      .insert(rows, { defaultToNull: false })
      .select('id')
      .order('title')
    expect(data).toEqual([{ id: 50 }, { id: expect.any(Number) }])
  })

  test('keeps precision and type of values', async () => {
    const body = '{"title":"N","author":"Kafka","price":1234567890.12,"odd, name":"\\u00e9\\n\\"q\\""}'
    const response = await send('POST', '/books?select=price,"odd, name"', { body, prefer: 'return=representation' })
    expect(await response.text()).toBe('[{"price":1234567890.12,"odd, name":"é\\n\\"q\\""}]')
    const notes = { nested: [1, { deep: null }], __proto__x: 'y' }
    await library.client
      .from('authors')
      .update({ notes, known_as: ['a', 'b,"c'], born: '[1,2)' })
      .eq('name', 'Kafka')
    expect(
      (await library.client.from('authors').select('notes,known_as,born').eq('name', 'Kafka').single()).data,
    ).toEqual({
      notes,
      known_as: ['a', 'b,"c'],
      born: '[1,2)',
    })
  })

  test('inserts defaults for an empty object and nothing for an empty list', async () => {
    expect((await library.client.from('notes').insert({}).select()).data).toEqual([{ note: null }])
    expect(await library.client.from('notes').insert([]).select()).toMatchObject({ status: 201, data: [] })
    expect((await send('POST', '/notes', { body: '[]' })).status).toBe(201)
    expect((await library.client.from('notes').select()).data).toHaveLength(1)
  })

  test('inserts only the keys of the columns parameter', async () => {
    const response = await send('POST', '/tags?columns=id,tag', {
      body: '[{"id":3,"tag":"t","more":1}]',
      prefer: 'return=representation',
    })
    expect(await response.json()).toEqual([{ id: 3, tag: 't' }])
  })

  test.each([
    [
      '/tags',
      '{"id":3,"tag":"x","more":1}',
      400,
      'PGRST204',
      "Could not find the 'more' column of 'tags' in the schema cache",
    ],
    [
      '/tags?columns=id,more',
      '{"id":3}',
      400,
      'PGRST204',
      "Could not find the 'more' column of 'tags' in the schema cache",
    ],
    ['/tags', '[{"id":3,"tag":"x"},{"id":4}]', 400, 'PGRST102', 'All object keys must match'],
    ['/tags', '{"id":', 400, 'PGRST102', 'Empty or invalid json'],
    ['/tags', '', 400, 'PGRST102', 'Empty or invalid json'],
    ['/tags', '[1]', 400, 'PGRST102', 'Empty or invalid json'],
    ['/tags', '"text"', 400, 'PGRST102', 'Empty or invalid json'],
    ['/tags', 'null', 400, 'PGRST102', 'Empty or invalid json'],
    ['/tags', '{"id":1,"tag":"x"}', 409, '23505', expect.stringContaining('duplicate key')],
    ['/tags', '{"id":3,"tag":null}', 400, '23502', expect.stringContaining('null value')],
    ['/tags', '{"id":"three","tag":"x"}', 400, '22P02', expect.stringContaining('invalid input syntax')],
    ['/tags', '{"id":99999999999,"tag":"x"}', 400, '22003', expect.any(String)],
    ['/tags', '{"id":3,"tag":"\\u0000"}', 400, '22P05', expect.any(String)],
    ['/tags', '{"__proto__":{"id":3}}', 400, 'PGRST204', expect.any(String)],
    ['/books', '{"title":"x","author":"Nobody"}', 409, '23503', expect.stringContaining('foreign key')],
    ['/books', '{"title":"x","author":"Kafka","code":"too long"}', 400, '22001', expect.any(String)],
    ['/books', '{"title":"x","author":"Kafka","title_length":1}', 400, '428C9', expect.any(String)],
    ['/tags?on_conflict=more', '{"id":3,"tag":"x"}', 201, undefined, undefined],
  ])('%s %s → %i %s', async (path, body, status, code, message) => {
    const response = await send('POST', path, { body })
    const text = await response.text()
    expect([response.status, text === '' ? {} : JSON.parse(text)]).toMatchObject([
      status,
      code === undefined ? {} : { code, message },
    ])
  })

  test('accepts JSON only', async () => {
    const response = await send('POST', '/tags', { body: 'id,tag\n3,x', headers: { 'content-type': 'text/csv' } })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'PGRST102', message: 'Content-Type not acceptable: text/csv' },
    ])
    const broken = await library.request('/tags', {
      method: 'POST',
      body: Buffer.from([0x22, 0xff, 0x22]),
      headers: { authorization: `Bearer ${library.token}` },
    })
    expect(await broken.json()).toMatchObject({ code: 'PGRST102' })
  })

  test('refuses a body that is too large', async () => {
    const response = await send('POST', '/notes', { body: JSON.stringify({ note: 'x'.repeat(300_000) }) })
    expect([response.status, await response.json()]).toMatchObject([
      413,
      { code: 'PGRST102', details: null, hint: null },
    ])
  })
})
