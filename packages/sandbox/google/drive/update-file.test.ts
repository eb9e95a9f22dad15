import { beforeEach, expect, test } from 'vitest'
import { type Answer, at, textAt } from '../../testing/sandbox-client.ts'
import { type Drive, FOLDER, openDrive } from '../../testing/google-drive-client.ts'
import { sandboxOfFile } from '../../testing/sandbox-of-file.ts'

const KIM = 'kim@gmail.example'
const sandbox = await sandboxOfFile()
let drive: Drive
let id: string

beforeEach(async () => {
  await sandbox.control('POST', '/google/accounts', { email: KIM })
  drive = await openDrive(sandbox, KIM)
  id = textAt(
    (await drive.put({ name: 'a.txt', appProperties: { one: '1', two: '2' } }, 'hello', 'text/plain')).body,
    'id',
  )
})

const reason = ({ body }: Answer) => [at(body, 'error.code'), at(body, 'error.errors.0.reason')]
const update = (body: unknown, query = 'fields=*') => drive.call('PATCH', `/files/${id}?${query}`, body)

test('changes only the named fields; a null removes a property', async () => {
  const before = (await drive.call('GET', `/files/${id}?fields=*`)).body
  await sandbox.control('POST', '/clock', { advance: 'PT1M' })
  const { body } = await update({ name: 'b.txt', description: 'mine', appProperties: { one: null, three: '3' } })
  expect(body).toEqual({
    ...Object(before),
    name: 'b.txt',
    description: 'mine',
    appProperties: { two: '2', three: '3' },
    modifiedTime: expect.any(String),
  })
  expect(at(body, 'modifiedTime')).not.toBe(at(before, 'modifiedTime'))
  const then = { modifiedTime: '2020-02-03T04:05:06.000Z' }
  expect((await update(then, 'fields=modifiedTime')).body).toEqual(then)
})

test('moves a file between folders, never into itself', async () => {
  const [outer, inner] = [await drive.folder('outer'), await drive.folder('inner')]
  const root = textAt((await drive.call('GET', `/files/${id}?fields=parents`)).body, 'parents.0')
  expect(at((await update({}, `addParents=${outer}&removeParents=${root}&fields=parents`)).body, 'parents')).toEqual([
    outer,
  ])
  expect((await drive.call('PATCH', `/files/${inner}?addParents=${outer}`)).status).toBe(200)
  expect(reason(await drive.call('PATCH', `/files/${outer}?addParents=${inner}`))).toEqual([400, 'badRequest'])
  expect(reason(await update({}, 'addParents=unknown'))).toEqual([404, 'notFound'])
  expect(reason(await update({}, `removeParents=${outer}`))).toEqual([403, 'cannotRemoveParent'])
  expect((await sandbox.control('GET', '/google')).body).toMatchObject([{ path: '/outer/a.txt' }])
  expect((await drive.call('DELETE', `/files/${outer}`)).status).toBe(204)
  expect((await sandbox.control('GET', '/google')).body).toEqual([])
})

test.each([
  [{ parents: ['root'] }, [403, 'fieldNotWritable']],
  [{ id: 'another' }, [400, 'invalid']],
  [{ mimeType: FOLDER }, [400, 'badRequest']],
  [{ md5Checksum: 'x' }, [403, 'fieldNotWritable']],
  [
    { appProperties: Object.fromEntries(Array.from({ length: 29 }, (_, place) => [`p${place}`, 'x'])) },
    [400, 'invalid'],
  ],
])('refuses %j and changes nothing', async (body, expected) => {
  expect(reason(await update(body))).toEqual(expected)
  expect(reason(await update({ name: 'c' }, 'fields=nonsense'))).toEqual([400, 'invalidParameter'])
  expect(at((await drive.call('GET', `/files/${id}`)).body, 'name')).toBe('a.txt')
})

test('the root can be a parent, but not be read, changed or deleted', async () => {
  const root = textAt((await drive.call('GET', `/files/${id}?fields=parents`)).body, 'parents.0')
  for (const name of ['root', root]) {
    expect((await drive.put({ name: 'b', parents: [name] }, 'x')).status).toBe(200)
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const answer = await drive.call(method, `/files/${name}`)
      expect([...reason(answer), at(answer.body, 'error.message')]).toEqual([
        404,
        'notFound',
        `File not found: ${root}.`,
      ])
    }
  }
})
