import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startLibrary, type Library } from './testing/library.ts'

let library: Library

beforeAll(async () => {
  library = await startLibrary()
})
afterAll(() => library[Symbol.asyncDispose]())
beforeEach(() => library.asOwner(`delete from books where id > 4; delete from tags where id > 2; delete from notes`))

interface Call {
  body?: string
  prefer?: string
  headers?: Record<string, string>
}
const send = (method: string, path: string, { body, prefer, headers = {} }: Call = {}) =>
  library.request(path, {
    method,
    ...(body === undefined ? {} : { body }),
    headers: {
      authorization: `Bearer ${library.token}`,
      'content-type': 'application/json',
      ...(prefer === undefined ? {} : { prefer }),
      ...headers,
    },
  })
const told = async (answer: Response) => ({
  status: answer.status,
  range: answer.headers.get('content-range'),
  applied: answer.headers.get('preference-applied'),
  location: answer.headers.get('location'),
  type: answer.headers.get('content-type'),
  body: await answer.text(),
})
const tagCount = async () => (await library.client.from('tags').select('*', { count: 'exact', head: true })).count

describe('insert', () => {
  test('says nothing unless asked', async () => {
    expect(await told(await send('POST', '/tags', { body: '{"id":3,"tag":"new"}' }))).toEqual({
      status: 201,
      range: '*/*',
      applied: null,
      location: null,
      type: null,
      body: '',
    })
  })

  test('tells where the row is', async () => {
    const prefer = 'return=headers-only'
    expect(await told(await send('POST', '/tags', { prefer, body: '{"id":3,"tag":"new"}' }))).toMatchObject({
      status: 201,
      location: '/tags?id=eq.3',
      body: '',
      applied: prefer,
    })
    expect(
      (await told(await send('POST', '/tags', { prefer, body: '[{"id":4,"tag":"a"},{"id":5,"tag":"b"}]' }))).location,
    ).toBeNull()
    expect((await told(await send('POST', '/book_tags', { prefer, body: '{"book_id":1,"tag_id":2}' }))).location).toBe(
      '/book_tags?book_id=eq.1&tag_id=eq.2',
    )
    await library.client.from('book_tags').delete().eq('book_id', 1).eq('tag_id', 2)
    expect((await told(await send('POST', '/notes', { prefer, body: '{"note":"x"}' }))).location).toBeNull()
  })

  test('gives back rows, columns or embedded rows', async () => {
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

  test('several rows are counted', async () => {
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

  test('missing keys become null, or the default where asked', async () => {
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

  test('an id that counts up is a default too', async () => {
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

  test('values keep their precision and kind', async () => {
    const body = '{"title":"N","author":"Kafka","price":1234567890.12,"odd, name":"\\u00e9\\n\\"q\\""}'
    const answer = await send('POST', '/books?select=price,"odd, name"', { body, prefer: 'return=representation' })
    expect(await answer.text()).toBe('[{"price":1234567890.12,"odd, name":"é\\n\\"q\\""}]')
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

  test('an empty object is a row of defaults, an empty list is nothing', async () => {
    expect((await library.client.from('notes').insert({}).select()).data).toEqual([{ note: null }])
    expect(await library.client.from('notes').insert([]).select()).toMatchObject({ status: 201, data: [] })
    expect((await send('POST', '/notes', { body: '[]' })).status).toBe(201)
    expect((await library.client.from('notes').select()).data).toHaveLength(1)
  })

  test('columns= chooses the keys that count', async () => {
    const answer = await send('POST', '/tags?columns=id,tag', {
      body: '[{"id":3,"tag":"t","more":1}]',
      prefer: 'return=representation',
    })
    expect(await answer.json()).toEqual([{ id: 3, tag: 't' }])
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
    const answer = await send('POST', path, { body })
    const text = await answer.text()
    expect([answer.status, text === '' ? {} : JSON.parse(text)]).toMatchObject([
      status,
      code === undefined ? {} : { code, message },
    ])
  })

  test('only JSON is taken', async () => {
    const answer = await send('POST', '/tags', { body: 'id,tag\n3,x', headers: { 'content-type': 'text/csv' } })
    expect([answer.status, await answer.json()]).toMatchObject([
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

  test('a body that is too large is refused', async () => {
    const answer = await send('POST', '/notes', { body: JSON.stringify({ note: 'x'.repeat(300_000) }) })
    expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'PGRST102', details: null, hint: null }])
  })
})

describe('upsert', () => {
  test('merges by the primary key: 201 where something was new, 200 where nothing was', async () => {
    const fresh = await library.client
      .from('tags')
      .upsert([
        { id: 1, tag: 'novel' },
        { id: 3, tag: 'new' },
      ])
      .select()
      .order('id')
    expect([fresh.status, fresh.data]).toEqual([
      201,
      [
        { id: 1, tag: 'novel' },
        { id: 3, tag: 'new' },
      ],
    ])
    const known = await library.client.from('tags').upsert({ id: 3, tag: 'newer' }).select()
    expect([known.status, known.data]).toEqual([200, [{ id: 3, tag: 'newer' }]])
    expect((await library.client.from('tags').upsert({ id: 3, tag: 'newest' })).status).toBe(200)
  })

  test('leaves duplicates alone when asked', async () => {
    const { data, status } = await library.client
      .from('tags')
      .upsert(
        [
          { id: 1, tag: 'changed' },
          { id: 4, tag: 'd' },
        ],
        { ignoreDuplicates: true },
      )
      .select()
    expect([status, data]).toEqual([201, [{ id: 4, tag: 'd' }]])
    expect((await library.client.from('tags').select('tag').eq('id', 1).single()).data).toEqual({ tag: 'novel' })
  })

  test('by other unique columns; without such a key it is refused', async () => {
    const link = { book_id: 1, tag_id: 1 }
    expect(await library.client.from('book_tags').upsert(link, { onConflict: 'book_id,tag_id' })).toMatchObject({
      status: 200,
      error: null,
    })
    expect((await library.client.from('tags').upsert({ id: 1, tag: 'x' }, { onConflict: 'tag' })).error?.code).toBe(
      '42P10',
    )
    expect((await library.client.from('tags').upsert({ id: 1, tag: 'x' }, { onConflict: 'more' })).error?.code).toBe(
      '42703',
    )
  })

  test('tells what was honoured', async () => {
    const prefer = 'count=exact,missing=default,resolution=merge-duplicates,return=minimal'
    const answer = await told(await send('POST', '/tags', { prefer, body: '{"id":3,"tag":"x"}' }))
    expect(answer).toMatchObject({
      range: '*/1',
      applied: 'resolution=merge-duplicates, missing=default, return=minimal, count=exact',
    })
  })
})

describe('update', () => {
  test('of the rows that match', async () => {
    expect(await told(await send('PATCH', '/books?id=eq.4', { body: '{"price":7}' }))).toMatchObject({
      status: 204,
      range: '0-0/*',
      body: '',
    })
    expect(await told(await send('PATCH', '/books?id=eq.999', { body: '{"price":7}' }))).toMatchObject({
      status: 204,
      range: '*/*',
    })
    const several = await library.client
      .from('books')
      .update({ code: 'same' }, { count: 'exact' })
      .eq('author', 'Woolf')
      .select('id,code')
      .order('id')
    expect(several).toMatchObject({
      status: 200,
      count: 2,
      data: [
        { id: 1, code: 'same' },
        { id: 2, code: 'same' },
      ],
    })
    expect((await library.client.from('books').update({ code: null }).eq('id', 999).select()).data).toEqual([])
  })

  test('with trees, lists, embeds in the answer, and nothing to change', async () => {
    const { data } = await library.client
      .from('books')
      .update({ code: 'W' })
      .or('id.eq.1,and(id.gt.1,id.lt.3)')
      .in('id', [1, 2])
      .select('code,authors!author(name)')
      .order('id')
    expect(data).toEqual([
      { code: 'W', authors: { name: 'Woolf' } },
      { code: 'W', authors: { name: 'Woolf' } },
    ])
    const nothing = await library.client.from('books').update({}).eq('id', 1).select()
    expect([nothing.status, nothing.data]).toEqual([200, []])
  })

  test('needs a filter', async () => {
    const update = await send('PATCH', '/books', { body: '{"price":1}' })
    expect([update.status, await update.json()]).toMatchObject([
      400,
      { code: '21000', message: 'UPDATE requires a WHERE clause' },
    ])
    const remove = await send('DELETE', '/books?select=id&order=id')
    expect([remove.status, await remove.json()]).toMatchObject([
      400,
      { code: '21000', message: 'DELETE requires a WHERE clause' },
    ])
    expect((await library.client.from('books').select('*', { count: 'exact', head: true })).count).toBe(4)
  })
})

describe('delete', () => {
  test('says nothing, or what is gone', async () => {
    await library.client.from('tags').insert([
      { id: 3, tag: 'a' },
      { id: 4, tag: 'b' },
    ])
    expect(await told(await send('DELETE', '/tags?id=eq.3', { prefer: 'count=exact' }))).toMatchObject({
      status: 204,
      range: '*/1',
      body: '',
    })
    const gone = await library.client.from('tags').delete().eq('id', 4).select().single()
    expect([gone.status, gone.data]).toEqual([200, { id: 4, tag: 'b' }])
    expect((await library.client.from('tags').delete().eq('id', 1)).error?.code).toBe('23503')
  })
})

describe('what does not fit is undone', () => {
  test('one object asked, several changed', async () => {
    for (const select of [true, false]) {
      const query = library.client.from('tags').insert([
        { id: 3, tag: 'a' },
        { id: 4, tag: 'b' },
      ])
      const { error, status } = await (select
        ? query.select().single()
        : query.setHeader('accept', 'application/vnd.pgrst.object+json'))
      expect([status, error?.code, error?.details]).toEqual([406, 'PGRST116', 'The result contains 2 rows'])
    }
    const none = await library.client.from('tags').update({ tag: 'x' }).eq('id', 99).select().single()
    expect([none.status, none.error?.code]).toEqual([406, 'PGRST116'])
    expect(await tagCount()).toBe(2)
  })

  test('more rows than allowed', async () => {
    const prefer = (max: number) => `handling=strict,max-affected=${max}`
    const body = '{"code":"q"}'
    const update = await send('PATCH', '/books?author=eq.Woolf', { body, prefer: prefer(1) })
    expect([update.status, await update.json()]).toMatchObject([
      400,
      {
        code: 'PGRST124',
        message: 'Query result exceeds max-affected preference constraint',
        details: 'The query affects 2 rows',
      },
    ])
    expect((await library.client.from('books').select('id').eq('code', 'q')).data).toEqual([])
    expect((await send('DELETE', '/books?id=gt.0', { prefer: prefer(3) })).status).toBe(400)
    const allowed = await told(await send('PATCH', '/books?author=eq.Woolf', { body, prefer: prefer(2) }))
    expect(allowed).toMatchObject({ status: 204, applied: prefer(2).replace(',', ', ') })
  })

  test('when the caller asks for it', async () => {
    const { data, status } = await library.client.from('tags').insert({ id: 3, tag: 'a' }).select().rollback()
    expect([status, data]).toEqual([201, [{ id: 3, tag: 'a' }]])
    await library.client.from('tags').delete().eq('id', 2).rollback()
    expect(await tagCount()).toBe(2)
  })

  test('reads cannot write', async () => {
    await library.asOwner(`create function public.leak() returns integer language sql volatile as $$ insert into public.notes values ('x') returning 1 $$;
      create view public.writing_view with (security_invoker = true) as select public.leak() as n; grant select on writing_view to authenticated; grant execute on function leak to authenticated`)
    library.advance(20_000)
    const { error, status } = await library.client.from('writing_view').select()
    expect([status, error?.code]).toEqual([405, '25006'])
  })
})
