import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type Answer,
  ask,
  at,
  sendJson,
  startTestSandbox,
  textAt,
  type TestSandbox,
} from '../../testing/sandbox-client.ts'
import { connect, type DropboxClient } from '../../testing/dropbox-client.ts'

const ALICE = 'alice@firm.example'
let sandbox: TestSandbox
let alice: DropboxClient
beforeEach(async () => {
  sandbox = await startTestSandbox()
  alice = await connect(sandbox, ALICE)
})
afterEach(() => sandbox[Symbol.asyncDispose]())

const byHand = (body: object) => sandbox.control('POST', `/dropbox/accounts/${ALICE}/files`, body)
const tagsOf = ({ body }: Answer) => String(at(body, 'error_summary')).replace(/\/\.*$/, '')

/** The paths of the entries of a response. */
function entriesOf({ body }: Answer): string[] {
  const entries: unknown = at(body, 'entries')
  if (!Array.isArray(entries)) throw new Error(`no entries in ${JSON.stringify(body)}`)
  return entries.map((entry) => textAt(entry, 'path_display'))
}

describe('metadata', () => {
  test('is found by path in any case, by id and by revision', async () => {
    const { body: file } = await byHand({ path: '/Work/Plan.txt', text: 'plan' })
    for (const path of ['/work/PLAN.txt', textAt(file, 'id'), `rev:${textAt(file, 'rev')}`]) {
      expect((await alice.rpc('files/get_metadata', { path })).body).toEqual(file)
    }
    const folder = await alice.rpc('files/get_metadata', { path: '/WORK' })
    expect(folder.body).toEqual({
      '.tag': 'folder',
      id: expect.stringMatching(/^id:/),
      name: 'Work',
      path_lower: '/work',
      path_display: '/Work',
    })
    const below = `${textAt(folder.body, 'id')}/plan.txt`
    expect((await alice.rpc('files/get_metadata', { path: below })).body).toEqual(file)
  })

  test.each([
    ['/nothing', 'path/not_found'],
    ['/Work/nothing/deeper', 'path/not_found'],
    ['id:nothing', 'path/not_found'],
    ['rev:0123456789', 'path/not_found'],
    ['ns:1/Work', 'path/not_found'],
    ['/Work/', 'path/malformed_path'],
  ])('is refused for %j', async (path, tags) => {
    await byHand({ path: '/Work', folder: true })
    const answer = await alice.rpc('files/get_metadata', { path })
    expect([answer.status, tagsOf(answer)]).toEqual([409, tags])
  })

  test('is not found for a deleted file', async () => {
    await byHand({ path: '/a.txt', text: 'a' })
    await sandbox.control('DELETE', `/dropbox/accounts/${ALICE}/files?path=/A.txt`)
    expect(tagsOf(await alice.rpc('files/get_metadata', { path: '/a.txt' }))).toBe('path/not_found')
  })
})

describe('a new folder', () => {
  test('is created with its parents; an existing one is a conflict, or gets another name', async () => {
    const made = await alice.rpc('files/create_folder_v2', { path: '/Work/2026/May' })
    expect(made.body).toEqual({
      metadata: {
        id: expect.stringMatching(/^id:/),
        name: 'May',
        path_lower: '/work/2026/may',
        path_display: '/Work/2026/May',
      },
    })
    const again = await alice.rpc('files/create_folder_v2', { path: '/work/2026/MAY' })
    expect(at(again.body, 'error')).toEqual({
      '.tag': 'path',
      path: { '.tag': 'conflict', conflict: { '.tag': 'folder' } },
    })
    const renamed = await alice.rpc('files/create_folder_v2', { path: '/Work/2026/May', autorename: true })
    expect(at(renamed.body, 'metadata.name')).toBe('May (2)')
    await byHand({ path: '/a.txt', text: 'a' })
    expect(tagsOf(await alice.rpc('files/create_folder_v2', { path: '/a.txt' }))).toBe('path/conflict/file')
    expect(tagsOf(await alice.rpc('files/create_folder_v2', { path: '/a.txt/b' }))).toBe('path/conflict/file_ancestor')
  })
})

describe('a listing', () => {
  test('has pages, and continues with the changes', async () => {
    await sandbox.control('PUT', '/dropbox/settings', { pageSize: 2 })
    for (const name of ['a', 'b', 'c']) await byHand({ path: `/Work/${name}.txt`, text: name })
    const first = await alice.rpc('files/list_folder', { path: '/Work' })
    expect([entriesOf(first), at(first.body, 'has_more')]).toEqual([['/Work/a.txt', '/Work/b.txt'], true])
    const second = await alice.rpc('files/list_folder/continue', { cursor: textAt(first.body, 'cursor') })
    expect([entriesOf(second), at(second.body, 'has_more')]).toEqual([['/Work/c.txt'], false])
    const cursor = textAt(second.body, 'cursor')
    expect(entriesOf(await alice.rpc('files/list_folder/continue', { cursor }))).toEqual([])
    await byHand({ path: '/Work/b.txt', text: 'changed' })
    await sandbox.control('DELETE', `/dropbox/accounts/${ALICE}/files?path=/Work/a.txt`)
    const news = await alice.rpc('files/list_folder/continue', { cursor })
    expect(at(news.body, 'entries')).toMatchObject([
      { '.tag': 'deleted', path_display: '/Work/a.txt' },
      { '.tag': 'file', path_display: '/Work/b.txt', size: 7 },
    ])
  })

  test('includes all levels with recursive, and leaves out files that cannot be downloaded', async () => {
    await byHand({ path: '/Work/2026/a.txt', text: 'a' })
    await byHand({ path: '/Notes.paper', paper: true })
    const all = { path: '', recursive: true }
    expect(entriesOf(await alice.rpc('files/list_folder', all))).toEqual([
      '/Work',
      '/Work/2026',
      '/Work/2026/a.txt',
      '/Notes.paper',
    ])
    const fetched = { path: '', include_non_downloadable_files: false }
    expect(entriesOf(await alice.rpc('files/list_folder', fetched))).toEqual(['/Work'])
  })

  test('is refused for a file, a missing folder or an unknown cursor', async () => {
    await byHand({ path: '/a.txt', text: 'a' })
    expect(tagsOf(await alice.rpc('files/list_folder', { path: '/a.txt' }))).toBe('path/not_folder')
    expect(tagsOf(await alice.rpc('files/list_folder', { path: '/none' }))).toBe('path/not_found')
    expect((await alice.rpc('files/list_folder', { path: '/' })).status).toBe(400)
    expect((await alice.rpc('files/list_folder/continue', { cursor: 'x' })).status).toBe(400)
    expect(tagsOf(await alice.rpc('files/list_folder/continue', { cursor: 'AAAforgotten' }))).toBe('reset')
  })
})

describe('a search', () => {
  const search = async (query: string, options: object = {}) =>
    (await alice.rpc('files/search_v2', { query, options })).body
  const paths = (body: unknown) =>
    Object.values(Object(at(body, 'matches'))).map((match) => textAt(match, 'metadata.metadata.path_display'))

  test('finds words of names and texts, in one folder, of some categories', async () => {
    await byHand({ path: '/Work/Invoice May.pdf', text: 'x' })
    await byHand({ path: '/Work/notes.txt', text: 'the invoice came late' })
    await byHand({ path: '/Home/invoice.pdf', text: 'x' })
    expect(paths(await search('invoice'))).toEqual(['/Work/Invoice May.pdf', '/Work/notes.txt', '/Home/invoice.pdf'])
    expect(paths(await search('may INV'))).toEqual(['/Work/Invoice May.pdf'])
    expect(paths(await search('invoice', { filename_only: true, path: '/work' }))).toEqual(['/Work/Invoice May.pdf'])
    expect(paths(await search('invoice', { file_extensions: ['txt'] }))).toEqual(['/Work/notes.txt'])
    expect(paths(await search('invoice', { file_categories: ['pdf'], path: '/Home' }))).toEqual(['/Home/invoice.pdf'])
    expect(paths(await search('invoice', { file_status: 'deleted' }))).toEqual([])
    expect(await search('home')).toMatchObject({
      has_more: false,
      matches: [
        { match_type: { '.tag': 'filename' }, metadata: { '.tag': 'metadata', metadata: { '.tag': 'folder' } } },
      ],
    })
  })

  test('has a delay, and pages that may repeat a match', async () => {
    await sandbox.control('PUT', '/dropbox/settings', { searchLagMs: 60_000, searchPageSize: 2, searchRepeats: true })
    for (const name of ['a', 'b', 'c']) await byHand({ path: `/scan ${name}.pdf`, text: name })
    expect(paths(await search('scan'))).toEqual([])
    await sandbox.control('POST', '/clock', { advance: 'PT2M' })
    const first = await search('scan')
    expect([paths(first), at(first, 'has_more')]).toEqual([['/scan a.pdf', '/scan b.pdf'], true])
    const { body } = await alice.rpc('files/search/continue_v2', { cursor: textAt(first, 'cursor') })
    expect([paths(body), at(body, 'has_more')]).toEqual([['/scan b.pdf', '/scan c.pdf'], false])
  })

  test('is refused for a missing folder or an unknown cursor', async () => {
    expect(tagsOf(await alice.rpc('files/search_v2', { query: 'x', options: { path: '/none' } }))).toBe(
      'path/not_found',
    )
    expect((await alice.rpc('files/search/continue_v2', { cursor: 'x' })).status).toBe(400)
  })
})

describe('a download', () => {
  test('returns the bytes and the metadata', async () => {
    const { body: file } = await byHand({
      path: '/Füü/naïve ☺.bin',
      contentBytes: Buffer.from([0, 255]).toString('base64'),
    })
    const answer = await alice.download({ path: textAt(file, 'id') })
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '2'])
    const header = answer.headers.get('dropbox-api-result') ?? ''
    expect(header).toMatch(/^[\x20-\x7e]+$/)
    expect(file).toMatchObject(JSON.parse(header))
  })

  test('is refused for a folder, a Paper document, another revision or a missing file', async () => {
    await byHand({ path: '/Work/Notes.paper', paper: true })
    expect(tagsOf(await alice.download({ path: '/Work' }))).toBe('path/not_file')
    expect(tagsOf(await alice.download({ path: '/Work/Notes.paper' }))).toBe('unsupported_file')
    expect(tagsOf(await alice.download({ path: '/none' }))).toBe('path/not_found')
    await byHand({ path: '/a.txt', text: 'a' })
    expect(tagsOf(await alice.download({ path: '/a.txt', rev: '0123456789' }))).toBe('path/not_found')
  })
})

describe('a malformed call', () => {
  const headers = () => ({ authorization: `Bearer ${textAt(alice.tokens, 'access_token')}` })
  const api = (route: string, init: RequestInit) => ask(`${sandbox.url}/api.dropboxapi.com/2/${route}`, init)
  const content = (route: string, init: RequestInit) => ask(`${sandbox.url}/content.dropboxapi.com/2/${route}`, init)

  test.each([
    ['an unknown field', { path: '/a', include_deleted: true }, "unknown field 'include_deleted'"],
    ['a path without a slash', { path: 'a' }, 'path: '],
    ['a path that is none', { path: 1 }, 'path: '],
    ['no path', {}, 'path: '],
  ])('gets plain text for %s', async (_, arg, problem) => {
    const answer = await alice.rpc('files/get_metadata', arg)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/plain; charset=UTF-8'])
    expect(answer.text).toContain('Error in call to API function "files/get_metadata": request body: ')
    expect(answer.text).toContain(problem)
  })

  test('is refused with a form, malformed JSON, or an unexpected body', async () => {
    const form = { method: 'POST', headers: headers(), body: new URLSearchParams({ path: '/a' }) }
    expect((await api('files/get_metadata', form)).text).toContain('Bad HTTP "Content-Type" header')
    const broken = { ...sendJson('POST', null, headers()), body: '{' }
    expect((await api('files/get_metadata', broken)).text).toContain('could not decode input as JSON')
    const body = await api('users/get_current_account', sendJson('POST', {}, headers()))
    expect([body.status, body.text]).toEqual([400, expect.stringContaining('expected null')])
  })

  test('is refused on the wrong host, with another method, and for an unknown route', async () => {
    const upload = { method: 'POST', headers: { ...headers(), 'content-type': 'application/octet-stream' } }
    expect((await api('files/upload', upload)).text).toContain('Incorrect host')
    expect((await content('files/get_metadata', upload)).text).toContain('Incorrect host')
    expect((await api('files/get_metadata', { headers: headers() })).status).toBe(400)
    expect((await api('files/nothing', sendJson('POST', {}, headers()))).text).toBe(
      'Unknown API function: "files/nothing"',
    )
  })

  test('is refused for a header beyond ASCII, a missing header, and a wrong content type', async () => {
    const octets = { ...headers(), 'content-type': 'application/octet-stream' }
    const send = (more: Record<string, string>) =>
      content('files/upload', { method: 'POST', body: 'a', headers: { ...octets, ...more } })
    expect((await send({ 'dropbox-api-arg': '{"path":"/é.txt"}' })).text).toContain('could not decode input as JSON')
    expect((await send({})).text).toContain('Must provide HTTP header "Dropbox-API-Arg"')
    expect((await send({ 'content-type': 'text/plain' })).text).toContain('Bad HTTP "Content-Type" header')
    const time = { path: '/a.txt', client_modified: '2026-05-04T03:02:01.5Z' }
    expect((await alice.upload('files/upload', time, 'a')).text).toContain('client_modified: ')
  })
})
