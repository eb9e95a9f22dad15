import { describe, expect, test } from 'vitest'
import { ofFile } from '../../test/kit/of-file.ts'
import { startLibrary } from './testing/library.ts'

const library = await ofFile(startLibrary())

describe('embedding', () => {
  test('embeds every kind of relationship', async () => {
    const book = await library.client
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
    const twice = await library.client.from('books').select('x:authors!author(name),x:tags(tag)')
    expect(twice).toMatchObject({ status: 400, error: { code: '42712' } })
    const tag = await library.client
      .from('tags')
      .select('tag,books(title)')
      .eq('id', 1)
      .order('title', { referencedTable: 'books' })
      .single()
    expect(tag.data).toEqual({ tag: 'novel', books: [{ title: 'Orlando' }, { title: 'The Waves' }] })
    const author = await library.client
      .from('authors')
      .select('name,written:books!books_author_fkey(title),author_pages(*)')
      .eq('name', 'Borges')
      .single()
    expect(author.data).toEqual({ name: 'Borges', written: [{ title: 'Fictions' }], author_pages: null })
  })

  test('embeds children of a self-reference by the table name, the parent by the column', async () => {
    const children = await library.client.from('shelves').select('label,shelves(label)').eq('id', 1).single()
    expect(children.data).toEqual({ label: 'Root', shelves: [{ label: 'Left' }, { label: 'Right' }] })
    const hinted = await library.client.from('shelves').select('shelves!parent_id(label)').eq('id', 1).single()
    expect(hinted.data).toEqual({ shelves: [{ label: 'Left' }, { label: 'Right' }] })
    const parent = await library.client.from('shelves').select('*,parent_id(label)').eq('id', 2).single()
    expect(parent.data).toEqual({ id: 2, label: 'Left', parent_id: { label: 'Root' } })
    const byKey = await library.client.from('shelves').select('*,shelves!shelves_parent_id_fkey(*)')
    expect(byKey).toMatchObject({ status: 400, error: { code: 'PGRST200' } })
  })

  test('requires a hint where several relationships match', async () => {
    const response = await library.get('/books?select=authors(name)')
    const body: unknown = await response.json()
    expect(response.status).toBe(300)
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
      hint:
        "Try changing 'authors' to one of the following: 'authors!books_author_fkey', 'authors!books_translated_by'. " +
        "Find the desired relationship in the 'details' key.",
    })
  })

  test('returns an error where no relationship exists', async () => {
    const { error, status } = await library.client.from('books').select('shelves(*)')
    expect([status, error]).toMatchObject([
      400,
      { code: 'PGRST200', message: "Could not find a relationship between 'books' and 'shelves' in the schema cache" },
    ])
  })

  test('applies filters, order and limit to the embed', async () => {
    const { data } = await library.client
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
    const either = await library.client
      .from('authors')
      .select('books!books_author_fkey(id)')
      .or('id.eq.1,title.eq.Orlando', { referencedTable: 'books' })
      .eq('name', 'Woolf')
    expect(either.data).toEqual([{ books: [{ id: 1 }, { id: 2 }] }])
  })

  test('filters rows and count by inner embeds', async () => {
    const inner = await library.client
      .from('authors')
      .select('name,books!books_author_fkey!inner(title)', { count: 'exact' })
      .lt('books.price', 10)
      .order('name')
    expect(inner).toMatchObject({
      count: 2,
      data: [{ name: 'Kafka' }, { name: 'Woolf', books: [{ title: 'Orlando' }] }],
    })
    const nested = await library.client
      .from('tags')
      .select('tag,books!inner(authors!books_author_fkey!inner())', { count: 'exact' })
      .eq('books.authors.name', 'Borges')
    expect(nested).toMatchObject({ error: null, count: 1, data: [{ tag: 'short' }] })
    const toOne = await library.client
      .from('books')
      .select('title,translator:authors!books_translated_by!inner(name)', { count: 'exact' })
      .order('id')
    expect(toOne).toMatchObject({
      count: 2,
      data: [{ title: 'The Waves', translator: { name: 'Borges' } }, { title: 'Orlando' }],
    })
  })

  test('filters by existing or missing embedded rows, alone and in logic trees', async () => {
    const lacking = await library.client.from('authors').select('name,author_pages()').is('author_pages', null)
    expect(lacking.data).toEqual([{ name: 'Borges' }])
    const having = await library.client
      .from('authors')
      .select('name,author_pages()')
      .not('author_pages', 'is', null)
      .order('name')
    expect(having.data).toEqual([{ name: 'Kafka' }, { name: 'Woolf' }])
    const either = await library.client
      .from('authors')
      .select('name,p:author_pages()')
      .or('p.is.null,name.eq.Woolf')
      .order('name')
    expect(either.data).toEqual([{ name: 'Borges' }, { name: 'Woolf' }])
    const wrong = await library.client.from('authors').select('name,author_pages()').eq('author_pages', 'x')
    expect(wrong.error?.code).toBe('PGRST120')
  })

  test('applies a filter to the column where an embed has the same name', async () => {
    const { data } = await library.client
      .from('shelves')
      .select('label,parent_id(label)')
      .eq('parent_id', 1)
      .order('id')
    expect(data).toEqual([
      { label: 'Left', parent_id: { label: 'Root' } },
      { label: 'Right', parent_id: { label: 'Root' } },
    ])
  })

  test('orders by to-one embeds only', async () => {
    expect((await library.client.from('books').select('tags(tag)').order('tags(tag)')).error?.code).toBe('PGRST118')
    expect((await library.client.from('books').select('id').order('tags(tag)')).error?.code).toBe('PGRST108')
  })

  test('refuses embeds that are nested too deeply', async () => {
    const deep = 'a:shelves(b:shelves(c:shelves(d:shelves(id))))'
    expect((await library.client.from('shelves').select(deep)).error?.code).toBe('PGRST127')
  })
})
