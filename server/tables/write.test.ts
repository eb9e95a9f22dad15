import { beforeEach, describe, expect, test } from 'vitest'
import { ofFile } from '../../test/kit/of-file.ts'
import { startLibrary, summarizeResponse } from './testing/library.ts'

const library = await ofFile(startLibrary())
const send = library.send
beforeEach(() => library.empty())

const tagCount = async () => (await library.client.from('tags').select('*', { count: 'exact', head: true })).count

describe('upsert', () => {
  test('merges by the primary key: 201 with new rows, otherwise 200', async () => {
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

  test('ignores duplicates where requested', async () => {
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

  test('merges by other unique columns and refuses columns without a unique key', async () => {
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

  test('returns the applied preferences', async () => {
    const prefer = 'count=exact,missing=default,resolution=merge-duplicates,return=minimal'
    const response = await summarizeResponse(await send('POST', '/tags', { prefer, body: '{"id":3,"tag":"x"}' }))
    expect(response).toMatchObject({
      range: '*/1',
      applied: 'resolution=merge-duplicates, missing=default, return=minimal, count=exact',
    })
  })
})

describe('update', () => {
  test('updates the matching rows', async () => {
    expect(await summarizeResponse(await send('PATCH', '/books?id=eq.4', { body: '{"price":7}' }))).toMatchObject({
      status: 204,
      range: '0-0/*',
      body: '',
    })
    expect(await summarizeResponse(await send('PATCH', '/books?id=eq.999', { body: '{"price":7}' }))).toMatchObject({
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

  test('supports logic trees, lists, embeds in the response, and no matching row', async () => {
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

  test('requires a filter', async () => {
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
  test('returns no body, or the deleted rows', async () => {
    await library.client.from('tags').insert([
      { id: 3, tag: 'a' },
      { id: 4, tag: 'b' },
    ])
    expect(await summarizeResponse(await send('DELETE', '/tags?id=eq.3', { prefer: 'count=exact' }))).toMatchObject({
      status: 204,
      range: '*/1',
      body: '',
    })
    const gone = await library.client.from('tags').delete().eq('id', 4).select().single()
    expect([gone.status, gone.data]).toEqual([200, { id: 4, tag: 'b' }])
    expect((await library.client.from('tags').delete().eq('id', 1)).error?.code).toBe('23503')
  })
})

describe('rolls back', () => {
  test('where one object was requested and several rows changed', async () => {
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

  test('where more rows than max-affected changed', async () => {
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
    const allowed = await summarizeResponse(await send('PATCH', '/books?author=eq.Woolf', { body, prefer: prefer(2) }))
    expect(allowed).toMatchObject({ status: 204, applied: prefer(2).replace(',', ', ') })
  })

  test('where the caller requests it', async () => {
    const { data, status } = await library.client.from('tags').insert({ id: 3, tag: 'a' }).select().rollback()
    expect([status, data]).toEqual([201, [{ id: 3, tag: 'a' }]])
    await library.client.from('tags').delete().eq('id', 2).rollback()
    expect(await tagCount()).toBe(2)
  })

  test('a write inside a read', async () => {
    await library.asOwner(`
      create function public.leak() returns integer language sql volatile as $$
        insert into public.notes values ('x') returning 1 $$;
      create view public.writing_view with (security_invoker = true) as select public.leak() as n;
      grant select on writing_view to authenticated; grant execute on function leak to authenticated`)
    library.advance(20_000)
    const { error, status } = await library.client.from('writing_view').select()
    expect([status, error?.code]).toEqual([405, '25006'])
  })
})
