import { describe, expect, test } from 'vitest'
import { ofFile } from '../../test/kit/of-file.ts'
import { startLibrary } from './testing/library.ts'

const library = await ofFile(startLibrary())

const titles = async (query: string): Promise<unknown> => {
  const rows: unknown = await (await library.get(`/books?select=title&order=id&${query}`)).json()
  return Array.isArray(rows) ? rows.map((row: { title: string }) => row.title) : rows
}

describe('select', () => {
  test('returns values in PostgreSQL’s text form', async () => {
    const { data } = await library.client.from('books').select('id,price,binding,title_length').eq('id', 1).single()
    expect(data).toEqual({ id: 1, price: 12.3, binding: 'paper', title_length: 9 })
  })

  test('selects aliases, casts, quoted names and repeated columns', async () => {
    const { data } = await library.client
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
    expect((await library.client.from('authors').select(select).eq('name', 'Woolf').single()).data).toEqual(row)
  })

  test('selects no column', async () => {
    expect(await (await library.get('/tags?select=')).json()).toEqual([{}, {}])
  })

  test('selects a column whose name is used inside the statement', async () => {
    expect(await (await library.get('/tags?select=page:tag,item:id,json:tag,t0:id&order=id&limit=1')).json()).toEqual([
      { page: 'novel', item: 1, json: 'novel', t0: 1 },
    ])
  })

  test('selects from a view', async () => {
    expect((await library.client.from('titles').select()).data).toHaveLength(4)
  })

  test.each([
    ['price.sum()', 'PGRST123'],
    ['count()', 'PGRST123'],
    ['tags(count)', 'PGRST123'],
    ['...authors!books_author_fkey(name)', 'PGRST127'],
    ['title::regclass', '42704'],
    ['nothing', '42703'],
    ['authors!books_author_fkey(nothing)', '42703'],
  ])('%s is refused with %s', async (select, code) => {
    const response = await library.get(`/books?select=${encodeURIComponent(select)}`)
    expect([response.status, await response.json()]).toMatchObject([400, { code }])
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
    ['title=ilike.*\\**', []],
    ['title=not.ilike.*\\**&id=lt.2', ['The Waves']],
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
    const rows: unknown = await (await library.get(`/authors?${search}`)).json()
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
    const response = await library.get(path)
    const body: unknown = await response.json()
    expect([response.status, body]).toMatchObject([status, { code, message: expect.any(String) }])
    expect(Object.keys(body ?? {}).sort()).toEqual(['code', 'details', 'hint', 'message'])
    expect(response.headers.get('proxy-status')).toBe(`PostgREST; error=${code}`)
  })

  test('suggests the closest table name', async () => {
    const { error } = await library.client.from('bokos').select()
    expect(error).toMatchObject({
      message: "Could not find the table 'public.bokos' in the schema cache",
      hint: "Perhaps you meant the table 'public.books'",
    })
  })
})
