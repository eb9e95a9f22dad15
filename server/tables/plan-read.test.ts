import { describe, expect, test } from 'vitest'
import { ofFile } from '../../test/kit/of-file.ts'
import { startLibrary } from './testing/library.ts'

const library = await ofFile(startLibrary())

const range = async (path: string, headers: Record<string, string> = {}) => {
  const response = await library.get(path, headers)
  return [response.status, response.headers.get('content-range')]
}

const ids = (count: number) => Array.from({ length: count }, (_, index) => index).join(',')

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
    const rows: unknown = await (await library.get(`/books?${query}`)).json()
    expect(rows).toMatchObject(expected.map((title) => ({ title })))
  })

  test('returns the range and the total', async () => {
    const count = { prefer: 'count=exact' }
    expect(await range('/books')).toEqual([200, '0-3/*'])
    expect(await range('/books?id=eq.9')).toEqual([200, '*/*'])
    expect(await range('/books', count)).toEqual([200, '0-3/4'])
    expect(await range('/books?limit=2&offset=1', count)).toEqual([206, '1-2/4'])
    expect(await range('/books?offset=4', count)).toEqual([206, '*/4'])
    expect(await range('/books?offset=5', count)).toEqual([416, '*/4'])
    expect(await range('/books?id=eq.9', count)).toEqual([200, '*/0'])
    expect(await range('/books?limit=0')).toEqual([200, '*/*'])
    expect(await range('/books?limit=0&offset=9', count)).toEqual([206, '*/4'])
    expect(await range('/books?limit=-1')).toEqual([416, null])
    expect(await range('/books', { range: '1-2' })).toEqual([200, '1-2/*'])
    expect(await range('/books?limit=2', { range: '1-9' })).toEqual([200, '1-1/*'])
    expect(await range('/books', { range: '9-1' })).toEqual([416, null])
    expect(await range('/books', { range: '2-', ...count })).toEqual([206, '2-3/4'])
    for (const kind of ['planned', 'estimated'])
      expect(await range('/books', { prefer: `count=${kind}` })).toEqual([200, '0-3/4'])
  })

  test('returns the total for an offset beyond the last row', async () => {
    const { error } = await library.client.from('books').select('*', { count: 'exact' }).range(100, 109)
    expect(error).toEqual({
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details: 'An offset of 100 was requested, but there are only 4 rows.',
      hint: null,
    })
  })

  test('limits a page to 1000 rows and counts all rows', async () => {
    await library.asOwner(
      `create table public.many as select n from generate_series(1, 1200) n; grant select on many to authenticated`,
    )
    library.advance(20_000)
    const { data, count } = await library.client.from('many').select('n', { count: 'exact' }).limit(5000)
    expect([data?.length, count]).toEqual([1000, 1200])
  })
})

describe('representations', () => {
  test('returns one object, or an error', async () => {
    expect((await library.client.from('books').select('id').limit(1).single()).data).toEqual({ id: 1 })
    const several = await library.client.from('books').select('id').single()
    expect([several.status, several.error?.code, several.error?.details]).toEqual([
      406,
      'PGRST116',
      'The result contains 4 rows',
    ])
    expect(await library.client.from('books').select('id').eq('id', 9).maybeSingle()).toMatchObject({
      data: null,
      error: null,
    })
  })

  test('omits nulls', async () => {
    const { data } = await library.client.from('books').select('id,code,translator').eq('id', 3).single().stripNulls()
    expect(data).toEqual({ id: 3 })
    expect((await library.client.from('books').select('id,code').eq('id', 3).stripNulls()).data).toEqual([{ id: 3 }])
  })

  test('returns CSV', async () => {
    const { data } = await library.client
      .from('books')
      .select('id,title,"odd, name"')
      .in('id', [1, 3])
      .order('id')
      .csv()
    expect(data).toBe('id,title,odd, name\n1,"The Waves",x\n3,Fictions,"50% (fifty), ""half"""')
    expect((await library.client.from('books').select('id').eq('id', 9).csv()).data).toBeNull()
    expect((await library.client.from('books').select('page:id,answer:code').eq('id', 1).csv()).data).toBe(
      'page,answer\n1,W1',
    )
  })

  test('sets the response headers', async () => {
    const response = await library.get('/books?select=id&id=eq.1', {
      'accept-profile': 'public',
      prefer: 'count=exact, handling=lenient, odd=thing',
    })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-location': '/books?id=eq.1&select=id',
      'content-profile': 'public',
      'preference-applied': 'count=exact, handling=lenient',
      'cache-control': 'no-store',
    })
    const one = await library.get('/books?id=eq.1', { accept: 'application/vnd.pgrst.object+json' })
    expect(one.headers.get('content-type')).toBe('application/vnd.pgrst.object+json; charset=utf-8')
  })

  test('returns times in the requested time zone', async () => {
    const created = (prefer: string) => library.get('/plans?select=created_at&limit=1', { prefer })
    const inTokyo = await created('timezone=Asia/Tokyo')
    expect(inTokyo.headers.get('preference-applied')).toBe('timezone=Asia/Tokyo')
    expect(await inTokyo.json()).toEqual([{ created_at: expect.stringMatching(/\+09:00$/) }])
    expect(await (await created('timezone=Nowhere/Atall')).json()).toEqual([
      { created_at: expect.stringMatching(/\+00:00$/) },
    ])
  })

  test('limits the time of a statement, and reports one that is cancelled', async () => {
    await library.asOwner(
      `create view public.limited as select current_setting('statement_timeout') as time;
       create function public.cancel() returns integer language plpgsql as $$
         begin raise query_canceled using message = 'canceling statement due to statement timeout'; end $$;
       create view public.cancelled with (security_invoker = true) as select public.cancel() as n;
       grant select on limited, cancelled to authenticated;
       grant execute on function cancel to authenticated`,
    )
    library.advance(20_000)
    expect((await library.client.from('limited').select()).data).toEqual([{ time: '5s' }])
    const { error, status } = await library.client.from('cancelled').select()
    expect([status, error?.code, error?.message]).toEqual([
      500,
      '57014',
      'canceling statement due to statement timeout',
    ])
  })

  test('refuses a response that is too large', async () => {
    const { error, status } = await library.client.from('wide').select('words')
    expect([status, error]).toMatchObject([400, { code: '54000', message: expect.stringContaining('too large') }])
    expect((await library.client.from('wide').select('words').limit(1)).data).toHaveLength(1)
  })

  test('returns the headers of GET for HEAD, without a body', async () => {
    const head = await library.request('/books', {
      method: 'HEAD',
      headers: { authorization: `Bearer ${library.token}`, prefer: 'count=exact' },
    })
    expect([head.status, head.headers.get('content-range'), await head.text()]).toEqual([200, '0-3/4', ''])
    const wrong = await library.request('/bokos', {
      method: 'HEAD',
      headers: { authorization: `Bearer ${library.token}` },
    })
    expect([wrong.status, await wrong.text()]).toEqual([404, ''])
  })

  test.each([
    [{ accept: 'image/png' }, 406, 'PGRST107'],
    [{ 'accept-profile': 'auth' }, 406, 'PGRST106'],
    [{ prefer: 'handling=strict, colour=blue' }, 400, 'PGRST122'],
  ])('%j is refused with %i %s', async (headers, status, code) => {
    const response = await library.get('/books', headers)
    expect([response.status, await response.json()]).toMatchObject([status, { code }])
  })

  test('refuses unsupported methods and responds to OPTIONS', async () => {
    const put = await library.request('/books?id=eq.1', {
      method: 'PUT',
      body: '{}',
      headers: { authorization: `Bearer ${library.token}` },
    })
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'OPTIONS,GET,HEAD,POST,PATCH,DELETE'])
    expect((await library.request('/books', { method: 'OPTIONS' })).status).toBe(200)
  })

  test('accepts URLs of up to 16 KB', async () => {
    expect((await library.get(`/books?id=in.(${ids(3000)})`)).status).toBe(200)
    expect((await library.get(`/books?select=id&id=in.(${ids(3500)})`)).status).toBe(414)
  })
})
