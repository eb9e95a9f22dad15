import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { library } from './testing/library.ts'
import { startTables, type Tables } from './testing/start-tables.ts'

let tables: Tables
let client: ReturnType<Tables['client']>
let token: string

beforeAll(async () => {
  tables = await startTables()
  await tables.asOwner(library)
  token = (await tables.addPerson()).token
  client = tables.client(token)
})
afterAll(() => tables[Symbol.asyncDispose]())

const get = (path: string, headers: Record<string, string> = {}) =>
  tables.request(path, { headers: { authorization: `Bearer ${token}`, ...headers } })
const range = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await get(path, headers)
  return [answer.status, answer.headers.get('content-range')]
}
const ids = (count: number) => Array.from({ length: count }, (_, index) => index).join(',')
const titles = async (query: string): Promise<unknown> => {
  const rows: unknown = await (await get(`/books?select=title&order=id&${query}`)).json()
  return Array.isArray(rows) ? rows.map((row: { title: string }) => row.title) : rows
}

describe('select', () => {
  test('values keep the form that Postgres gives them', async () => {
    const { data } = await client.from('books').select('id,price,binding,title_length').eq('id', 1).single()
    expect(data).toEqual({ id: 1, price: 12.3, binding: 'paper', title_length: 9 })
  })

  test('aliases, casts, odd names and the same column twice', async () => {
    const { data } = await client
      .from('books')
      .select('id, id, number:id::text, "odd, name", odd:"odd, name"')
      .eq('id', 1)
      .single()
    expect(data).toEqual({ id: 1, number: '1', 'odd, name': 'x', odd: 'x' })
  })

  test.each([
    ['notes->place->>city', { city: 'London' }],
    ['where:notes->place->city', { where: 'London' }],
    ['notes->prizes->0', { prizes: 'a' }],
    ['notes->prizes->>-1', { prizes: 'b' }],
    ['year:notes->place->year::text', { year: '1882' }],
    ['known_as->0', { known_as: 'VW' }],
  ])('JSON path %s', async (select, row) => {
    expect((await client.from('authors').select(select).eq('name', 'Woolf').single()).data).toEqual(row)
  })

  test('no column at all', async () => {
    expect(await (await get('/tags?select=')).json()).toEqual([{}, {}])
  })

  test('a column that shares its name with parts of the statement', async () => {
    expect(await (await get('/tags?select=page:tag,item:id,json:tag,t0:id&order=id&limit=1')).json()).toEqual([
      { page: 'novel', item: 1, json: 'novel', t0: 1 },
    ])
  })

  test('a view', async () => {
    expect((await client.from('titles').select()).data).toHaveLength(4)
  })

  test.each([
    ['price.sum()', 'PGRST123'],
    ['count()', 'PGRST123'],
    ['...authors!books_author_fkey(name)', 'PGRST127'],
    ['title::regclass', '42704'],
    ['nothing', '42703'],
    ['authors!books_author_fkey(nothing)', '42703'],
  ])('%s is refused with %s', async (select, code) => {
    const answer = await get(`/books?select=${encodeURIComponent(select)}`)
    expect([answer.status, await answer.json()]).toMatchObject([400, { code }])
  })
})

describe('filters', () => {
  test.each([
    ['title=eq.Orlando', ['Orlando']],
    ['title=not.eq.Orlando&author=eq.Woolf', ['The Waves']],
    ['id=gt.1&id=lte.3', ['Orlando', 'Fictions']],
    ['id=gte.4', ['The Castle']],
    ['price=lt.9', ['The Castle']],
    ['author=neq.Woolf', ['Fictions', 'The Castle']],
    ['title=like.The*', ['The Waves', 'The Castle']],
    ['title=ilike.%25the%25', ['The Waves', 'The Castle']],
    ['title=match.^O', ['Orlando']],
    ['title=imatch.^o', ['Orlando']],
    ['title=like(any).{The*,Fic*}', ['The Waves', 'Fictions', 'The Castle']],
    ['title=ilike(all).{*the*,*waves}', ['The Waves']],
    ['id=eq(any).{1,2}', ['The Waves', 'Orlando']],
    ['id=gt(all).{1,2}', ['Fictions', 'The Castle']],
    ['code=is.null', ['Fictions']],
    ['code=is.NOT_NULL&id=lt.2', ['The Waves']],
    ['code=not.is.null&id=lt.2', ['The Waves']],
    ['code=isdistinct.W1', ['Orlando', 'Fictions', 'The Castle']],
    ['id=in.(1,3)', ['The Waves', 'Fictions']],
    ['id=not.in.(1,3)', ['Orlando', 'The Castle']],
    ['id=in.()', []],
    ['title=in.("The Waves","a\\"b,c")', ['The Waves']],
    ['"odd, name"=eq.50%25 (fifty), "half"', ['Fictions']],
    ['binding=eq.paper&limit=1', ['The Waves']],
    ['title=eq.', []],
    ['or=(id.eq.1,author.eq.Kafka)', ['The Waves', 'The Castle']],
    ['or=(id.eq.1,and(author.eq.Woolf,price.lt.10))', ['The Waves', 'Orlando']],
    ['and=(id.gt.1,or(id.eq.2,not.and(id.lt.4,id.gt.0)))', ['Orlando', 'The Castle']],
    ['not.or=(id.eq.1,id.in.(2,3))', ['The Castle']],
    ['not.and=(id.gt.1,id.not.eq.3)', ['The Waves', 'Fictions']],
    ['or=("odd, name".eq."50% (fifty), \\"half\\"",id.eq(any).{4,5})', ['Fictions', 'The Castle']],
    ['or=(title.ilike.*castle*,code.is.null)', ['Fictions', 'The Castle']],
  ])('%s', async (query, expected) => {
    expect(await titles(query.replaceAll('"', '%22').replaceAll(' ', '%20'))).toEqual(expected)
  })

  test.each([
    ['born=cs.[1890,1891)', ['Kafka', 'Woolf']],
    ['born=cd.[1880,1930)', ['Kafka']],
    ['born=ov.[1941,2000)', ['Borges']],
    ['born=sl.[1950,1951)', ['Kafka', 'Woolf']],
    ['born=sr.[1800,1883)', ['Borges', 'Kafka']],
    ['born=nxr.[1800,1941)', ['Kafka', 'Woolf']],
    ['born=nxl.[1883,1884)', ['Borges', 'Kafka']],
    ['born=adj.[1986,2000)', ['Borges']],
    ['known_as=cs.{VW}', ['Woolf']],
    ['known_as=ov.{VW,FK}', ['Kafka', 'Woolf']],
    ['notes=cs.{"place":{"city":"London"}}', ['Woolf']],
    ['notes->place->>city=eq.London', ['Woolf']],
    ['notes->place->year=is.null', ['Kafka']],
    ['notes->prizes->>0=eq.a', ['Woolf']],
    ['or=(notes->place->>city.eq.London,name.eq.Kafka)', ['Kafka', 'Woolf']],
    ['works=fts.trial', ['Kafka']],
    ['works=fts(simple).labyrinth & library', ['Borges']],
    ['works=plfts.labyrinth', ['Borges']],
    ['works=not.phfts(simple).castle', ['Borges', 'Woolf']],
    ['works=wfts(simple).castle or waves', ['Kafka', 'Woolf']],
    ['name=fts(simple).kafka', ['Kafka']],
  ])('%s', async (query, expected) => {
    const at = query.indexOf('=')
    const search = new URLSearchParams([
      ['select', 'name'],
      ['order', 'name'],
      [query.slice(0, at), query.slice(at + 1)],
    ])
    const rows: unknown = await (await get(`/authors?${search}`)).json()
    expect(rows).toEqual(expected.map((name) => ({ name })))
  })

  test.each([
    ['/books?title=Orlando', 400, 'PGRST100'],
    ['/books?title=xx.Orlando', 400, 'PGRST100'],
    ['/books?code=is.empty', 400, 'PGRST100'],
    ['/books?or=(id.eq.1', 400, 'PGRST100'],
    ['/books?or=()', 400, 'PGRST100'],
    ['/books?id=in.(1', 400, 'PGRST100'],
    ['/books?select=id,', 400, 'PGRST100'],
    ['/books?select=id(', 400, 'PGRST100'],
    ['/books?order=id.up', 400, 'PGRST100'],
    ['/books?id=eq.one', 400, '22P02'],
    ['/books?id=like.1*', 404, '42883'],
    ['/books?nothing=eq.1', 400, '42703'],
    ['/books?order=nothing', 400, '42703'],
    ['/books?works=fts(klingon).x', 400, '42703'],
    ['/authors?works=fts(klingon).x', 400, '42704'],
    ['/books?shelves.id=eq.1', 400, 'PGRST108'],
    ['/bokos', 404, 'PGRST205'],
    ['/books/1', 404, 'PGRST125'],
    ['/', 404, 'PGRST126'],
    ['/rpc/anything', 404, 'PGRST202'],
    ['/books?%00=eq.1', 400, 'PGRST100'],
  ])('%s is refused with %i %s', async (path, status, code) => {
    const answer = await get(path)
    const body: unknown = await answer.json()
    expect([answer.status, body]).toMatchObject([status, { code, message: expect.any(String) }])
    expect(Object.keys(body ?? {}).sort()).toEqual(['code', 'details', 'hint', 'message'])
    expect(answer.headers.get('proxy-status')).toBe(`PostgREST; error=${code}`)
  })

  test('an unknown table names the one that was meant', async () => {
    const { error } = await client.from('bokos').select()
    expect(error).toMatchObject({
      message: "Could not find the table 'public.bokos' in the schema cache",
      hint: "Perhaps you meant the table 'public.books'",
    })
  })
})

describe('order and page', () => {
  test.each([
    ['order=author,title.desc', ['Fictions', 'The Castle', 'The Waves', 'Orlando']],
    ['order=code.desc.nullslast', ['Orlando', 'The Waves', 'The Castle', 'Fictions']],
    ['order=code.nullsfirst', ['Fictions', 'The Castle', 'The Waves', 'Orlando']],
    ['order=price.asc&limit=2&offset=1', ['Orlando', 'The Waves']],
    ['order=id&limit=0', []],
    ['order=id&offset=-3&limit=rubbish', ['The Waves', 'Orlando', 'Fictions', 'The Castle']],
    [
      'select=title,author:authors!books_author_fkey(born)&order=author(born),id',
      ['The Waves', 'Orlando', 'The Castle', 'Fictions'],
    ],
  ])('%s', async (query, expected) => {
    const rows: unknown = await (await get(`/books?${query}`)).json()
    expect(rows).toMatchObject(expected.map((title) => ({ title })))
  })

  test('says which part of how many it is', async () => {
    const count = { prefer: 'count=exact' }
    expect(await range('/books')).toEqual([200, '0-3/*'])
    expect(await range('/books?id=eq.9')).toEqual([200, '*/*'])
    expect(await range('/books', count)).toEqual([200, '0-3/4'])
    expect(await range('/books?limit=2&offset=1', count)).toEqual([206, '1-2/4'])
    expect(await range('/books?offset=4', count)).toEqual([206, '*/4'])
    expect(await range('/books?offset=5', count)).toEqual([416, '*/4'])
    expect(await range('/books?id=eq.9', count)).toEqual([200, '*/0'])
    expect(await range('/books?limit=0')).toEqual([200, '*/*'])
    expect(await range('/books?limit=-1')).toEqual([416, null])
    expect(await range('/books', { range: '1-2' })).toEqual([200, '1-2/*'])
    expect(await range('/books?limit=2', { range: '1-9' })).toEqual([200, '1-1/*'])
    expect(await range('/books', { range: '9-1' })).toEqual([416, null])
    expect(await range('/books', { range: '2-', ...count })).toEqual([206, '2-3/4'])
    for (const kind of ['planned', 'estimated'])
      expect(await range('/books', { prefer: `count=${kind}` })).toEqual([200, '0-3/4'])
  })

  test('an offset beyond the rows says how many there are', async () => {
    const { error } = await client.from('books').select('*', { count: 'exact' }).range(100, 109)
    expect(error).toEqual({
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details: 'An offset of 100 was requested, but there are only 4 rows.',
      hint: null,
    })
  })

  test('no page has more than a thousand rows; the count stays whole', async () => {
    await tables.asOwner(
      `create table public.many as select n from generate_series(1, 1200) n; grant select on many to authenticated`,
    )
    tables.advance(20_000)
    const { data, count } = await client.from('many').select('n', { count: 'exact' }).limit(5000)
    expect([data?.length, count]).toEqual([1000, 1200])
  })
})

describe('embedding', () => {
  test('every kind of relationship', async () => {
    const book = await client
      .from('books')
      .select(
        'title,author:authors!author(name,page:author_pages(text)),translator:books_translated_by(name),tags(tag)',
      )
      .eq('id', 1)
      .single()
    expect(book).toMatchObject({ error: null })
    expect(book.data).toEqual({
      title: 'The Waves',
      author: { name: 'Woolf', page: { text: 'On Woolf' } },
      translator: { name: 'Borges' },
      tags: [{ tag: 'novel' }],
    })
    const tag = await client
      .from('tags')
      .select('tag,books(title)')
      .eq('id', 1)
      .order('title', { referencedTable: 'books' })
      .single()
    expect(tag.data).toEqual({ tag: 'novel', books: [{ title: 'Orlando' }, { title: 'The Waves' }] })
    const author = await client
      .from('authors')
      .select('name,written:books!books_author_fkey(title),author_pages(*)')
      .eq('name', 'Borges')
      .single()
    expect(author.data).toEqual({ name: 'Borges', written: [{ title: 'Fictions' }], author_pages: null })
  })

  test('of rows in their own table: children by its name, the parent by the column', async () => {
    const children = await client.from('shelves').select('label,shelves(label)').eq('id', 1).single()
    expect(children.data).toEqual({ label: 'Root', shelves: [{ label: 'Left' }, { label: 'Right' }] })
    const hinted = await client.from('shelves').select('shelves!parent_id(label)').eq('id', 1).single()
    expect(hinted.data).toEqual({ shelves: [{ label: 'Left' }, { label: 'Right' }] })
    const parent = await client.from('shelves').select('*,parent_id(label)').eq('id', 2).single()
    expect(parent.data).toEqual({ id: 2, label: 'Left', parent_id: { label: 'Root' } })
  })

  test('several relationships have to be told apart', async () => {
    const answer = await get('/books?select=authors(name)')
    const body: unknown = await answer.json()
    expect(answer.status).toBe(300)
    expect(body).toEqual({
      code: 'PGRST201',
      message: "Could not embed because more than one relationship was found for 'books' and 'authors'",
      details: [
        {
          cardinality: 'many-to-one',
          embedding: 'books with authors',
          relationship: 'books_author_fkey using books(author) and authors(name)',
        },
        {
          cardinality: 'many-to-one',
          embedding: 'books with authors',
          relationship: 'books_translated_by using books(translator) and authors(name)',
        },
      ],
      hint: "Try changing 'authors' to one of the following: 'authors!books_author_fkey', 'authors!books_translated_by'. Find the desired relationship in the 'details' key.",
    })
  })

  test('no relationship is an error', async () => {
    const { error, status } = await client.from('books').select('shelves(*)')
    expect([status, error]).toMatchObject([
      400,
      { code: 'PGRST200', message: "Could not find a relationship between 'books' and 'shelves' in the schema cache" },
    ])
  })

  test('filters, order and limit of an embed are its own', async () => {
    const { data } = await client
      .from('authors')
      .select('name,books!books_author_fkey(title)')
      .gt('books.price', 8)
      .order('price', { referencedTable: 'books', ascending: false })
      .limit(1, { referencedTable: 'books' })
      .order('name')
    expect(data).toEqual([
      { name: 'Borges', books: [{ title: 'Fictions' }] },
      { name: 'Kafka', books: [] },
      { name: 'Woolf', books: [{ title: 'The Waves' }] },
    ])
    const either = await client
      .from('authors')
      .select('books!books_author_fkey(id)')
      .or('id.eq.1,title.eq.Orlando', { referencedTable: 'books' })
      .eq('name', 'Woolf')
    expect(either.data).toEqual([{ books: [{ id: 1 }, { id: 2 }] }])
  })

  test('inner embeds narrow the rows and their count', async () => {
    const inner = await client
      .from('authors')
      .select('name,books!books_author_fkey!inner(title)', { count: 'exact' })
      .lt('books.price', 10)
      .order('name')
    expect(inner).toMatchObject({
      count: 2,
      data: [{ name: 'Kafka' }, { name: 'Woolf', books: [{ title: 'Orlando' }] }],
    })
    const nested = await client
      .from('tags')
      .select('tag,books!inner(authors!books_author_fkey!inner())', { count: 'exact' })
      .eq('books.authors.name', 'Borges')
    expect(nested).toMatchObject({ error: null, count: 1, data: [{ tag: 'short' }] })
    const toOne = await client
      .from('books')
      .select('title,translator:authors!books_translated_by!inner(name)', { count: 'exact' })
      .order('id')
    expect(toOne).toMatchObject({
      count: 2,
      data: [{ title: 'The Waves', translator: { name: 'Borges' } }, { title: 'Orlando' }],
    })
  })

  test('having or lacking embedded rows can be asked, alone or in a tree', async () => {
    const lacking = await client.from('authors').select('name,author_pages()').is('author_pages', null)
    expect(lacking.data).toEqual([{ name: 'Borges' }])
    const having = await client
      .from('authors')
      .select('name,author_pages()')
      .not('author_pages', 'is', null)
      .order('name')
    expect(having.data).toEqual([{ name: 'Kafka' }, { name: 'Woolf' }])
    const either = await client
      .from('authors')
      .select('name,p:author_pages()')
      .or('p.is.null,name.eq.Woolf')
      .order('name')
    expect(either.data).toEqual([{ name: 'Borges' }, { name: 'Woolf' }])
    const wrong = await client.from('authors').select('name,author_pages()').eq('author_pages', 'x')
    expect(wrong.error?.code).toBe('PGRST120')
  })

  test('order by an embed needs one row', async () => {
    expect((await client.from('books').select('tags(tag)').order('tags(tag)')).error?.code).toBe('PGRST118')
    expect((await client.from('books').select('id').order('tags(tag)')).error?.code).toBe('PGRST108')
  })

  test('too deep is refused', async () => {
    const deep = 'a:shelves(b:shelves(c:shelves(d:shelves(id))))'
    expect((await client.from('shelves').select(deep)).error?.code).toBe('PGRST127')
  })
})

describe('forms of the answer', () => {
  test('one object, or an error', async () => {
    expect((await client.from('books').select('id').limit(1).single()).data).toEqual({ id: 1 })
    const several = await client.from('books').select('id').single()
    expect([several.status, several.error?.code, several.error?.details]).toEqual([
      406,
      'PGRST116',
      'The result contains 4 rows',
    ])
    expect(await client.from('books').select('id').eq('id', 9).maybeSingle()).toMatchObject({ data: null, error: null })
  })

  test('without nulls', async () => {
    const { data } = await client.from('books').select('id,code,translator').eq('id', 3).single().stripNulls()
    expect(data).toEqual({ id: 3 })
    expect((await client.from('books').select('id,code').eq('id', 3).stripNulls()).data).toEqual([{ id: 3 }])
  })

  test('CSV', async () => {
    const { data } = await client.from('books').select('id,title,"odd, name"').in('id', [1, 3]).order('id').csv()
    expect(data).toBe('id,title,odd, name\n1,"The Waves",x\n3,Fictions,"50% (fifty), ""half"""')
    expect((await client.from('books').select('id').eq('id', 9).csv()).data).toBeNull()
    expect((await client.from('books').select('page:id,answer:code').eq('id', 1).csv()).data).toBe('page,answer\n1,W1')
  })

  test('headers', async () => {
    const answer = await get('/books?select=id&id=eq.1', {
      'accept-profile': 'public',
      prefer: 'count=exact, handling=lenient, odd=thing',
    })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-location': '/books?id=eq.1&select=id',
      'content-profile': 'public',
      'preference-applied': 'count=exact, handling=lenient',
      'cache-control': 'no-store',
    })
    const one = await get('/books?id=eq.1', { accept: 'application/vnd.pgrst.object+json' })
    expect(one.headers.get('content-type')).toBe('application/vnd.pgrst.object+json; charset=utf-8')
  })

  test('times in the zone that was asked for', async () => {
    const created = (prefer: string) => get('/plans?select=created_at&limit=1', { prefer })
    const inTokyo = await created('timezone=Asia/Tokyo')
    expect(inTokyo.headers.get('preference-applied')).toBe('timezone=Asia/Tokyo')
    expect(await inTokyo.json()).toEqual([{ created_at: expect.stringMatching(/\+09:00$/) }])
    expect(await (await created('timezone=Nowhere/Atall')).json()).toEqual([
      { created_at: expect.stringMatching(/\+00:00$/) },
    ])
  })

  test('a statement that takes too long is stopped', async () => {
    await tables.asOwner(
      `create view public.slow with (security_invoker = true) as select 1 as n from pg_sleep(30); grant select on slow to authenticated`,
    )
    tables.advance(20_000)
    const started = performance.now()
    const { error, status } = await client.from('slow').select()
    expect(performance.now() - started).toBeLessThan(20_000)
    expect([status, error?.code, error?.message]).toEqual([
      500,
      '57014',
      'canceling statement due to statement timeout',
    ])
  })

  test('an answer that would take too much memory is refused', async () => {
    const { error, status } = await client.from('wide').select('words')
    expect([status, error]).toMatchObject([400, { code: '54000', message: expect.stringContaining('too large') }])
    expect((await client.from('wide').select('words').limit(1)).data).toHaveLength(1)
  })

  test('HEAD has the headers of GET and no body', async () => {
    const head = await tables.request('/books', {
      method: 'HEAD',
      headers: { authorization: `Bearer ${token}`, prefer: 'count=exact' },
    })
    expect([head.status, head.headers.get('content-range'), await head.text()]).toEqual([200, '0-3/4', ''])
    const wrong = await tables.request('/bokos', { method: 'HEAD', headers: { authorization: `Bearer ${token}` } })
    expect([wrong.status, await wrong.text()]).toEqual([404, ''])
  })

  test.each([
    [{ accept: 'image/png' }, 406, 'PGRST107'],
    [{ 'accept-profile': 'auth' }, 406, 'PGRST106'],
    [{ prefer: 'handling=strict, colour=blue' }, 400, 'PGRST122'],
  ])('%j is refused with %i %s', async (headers, status, code) => {
    const answer = await get('/books', headers)
    expect([answer.status, await answer.json()]).toMatchObject([status, { code }])
  })

  test('methods that are not there, and OPTIONS', async () => {
    const put = await tables.request('/books?id=eq.1', {
      method: 'PUT',
      body: '{}',
      headers: { authorization: `Bearer ${token}` },
    })
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'OPTIONS,GET,HEAD,POST,PATCH,DELETE'])
    expect((await tables.request('/books', { method: 'OPTIONS' })).status).toBe(200)
  })

  test('addresses may be 16 KB long, not more', async () => {
    expect((await get(`/books?id=in.(${ids(3000)})`)).status).toBe(200)
    expect((await get(`/books?select=id&id=in.(${ids(3500)})`)).status).toBe(414)
  })
})
