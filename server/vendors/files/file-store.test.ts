import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FileProvider } from '../../../contract/providers.ts'
import {
  contentOf,
  recordUploadStates,
  openDrive,
  sandboxNames,
  Stopped,
  type Drive,
} from '../../../test/kit/file-stores.ts'
import { requestsTo } from '../../../test/kit/outlook.ts'
import { allServices } from '../../../test/kit/services.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { ServiceError } from '../service-error.ts'

/** The contract of every file store. */

let app: App
beforeAll(async () => {
  app = await startApp({ env: allServices })
})
afterAll(() => app[Symbol.asyncDispose]())

const small = contentOf(5000)
const other = contentOf(5000, 'other')
/** Two chunks of an upload session, or three where files of two are uploaded whole. */
const largeFiles = {
  dropbox: contentOf(8_500_000),
  google_drive: contentOf(5_100_000),
  onedrive: contentOf(4_100_000),
}

describe.for(FileProvider.options)('%s', (provider) => {
  const large = largeFiles[provider]
  const sizes = [
    ['small', small],
    ['large', large],
  ] as const
  let drive: Drive
  beforeEach(async () => {
    await app.control('PUT', '/control/faults', [])
    await app.control('DELETE', '/control/requests')
    drive = await openDrive(app, provider)
  })
  const calls = async () =>
    (await requestsTo(app, sandboxNames[provider])).filter(({ url }) => !/oauth2|about/.test(url))

  const effects = async () =>
    (await calls()).filter(({ method, url }) => method !== 'GET' && !url.endsWith('/get_metadata'))

  test.for(sizes)('uploads a %s file to its folder and returns its location', async ([, content]) => {
    const stored = await drive.put(content, { folder: ['Finance', '2026'] })
    expect(stored).toMatchObject({ name: 'bill.pdf', path: '/Finance/2026/bill.pdf', size: content.size })
    expect(stored.id).not.toBe('')
    expect(stored.modifiedAt).toBeInstanceOf(Date)
    expect(await drive.stored()).toEqual({ '/Finance/2026/bill.pdf': content.sha256 })
    expect((await fetch(stored.url ?? '')).status).toBe(200)
  })

  test.for(sizes)('takes the same %s content at the same place as done', async ([, content]) => {
    const first = await drive.put(content)
    expect((await drive.put(content)).id).toBe(first.id)
    expect(await drive.stored()).toEqual({ '/bill.pdf': content.sha256 })
  })

  test('never overwrites other content: numbers the name', async () => {
    await drive.put(small)
    expect(await drive.put(other)).toMatchObject({ name: 'bill (2).pdf' })
    expect(await drive.put(large)).toMatchObject({ name: 'bill (3).pdf' })
    expect(await drive.put(other)).toMatchObject({ name: 'bill (2).pdf' })
    expect(await drive.stored()).toEqual({
      '/bill.pdf': small.sha256,
      '/bill (2).pdf': other.sha256,
      '/bill (3).pdf': large.sha256,
    })
  })

  test.for([
    "Kim's bill.pdf",
    `it's 'quoted' \u2019.pdf`,
    'naïve Füü 😀.pdf',
    '100% #1 & more.pdf',
    '%2F..%2e+a=b;c@d,$e!.pdf',
    'a  b [x] {y} (z).pdf',
    'no ending',
    '请求.tar.gz',
  ])('takes the name %j as it is, for a file and for a folder', async (name) => {
    const stored = await drive.put(small, { folder: ['Deep', name], name })
    expect(stored).toMatchObject({ name, path: `/Deep/${name}/${name}` })
    expect(await drive.put(small, { folder: ['Deep', name], name })).toMatchObject({ id: stored.id })
    expect(await drive.stored()).toEqual({ [`/Deep/${name}/${name}`]: small.sha256 })
  })

  test('creates eight nested folders once', async () => {
    const folder = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    await drive.put(small, { folder })
    await drive.put(other, { folder, name: 'other.pdf' })
    await drive.put(other, { folder: folder.slice(0, 3) })
    expect(await drive.stored()).toEqual({
      '/a/b/c/d/e/f/g/h/bill.pdf': small.sha256,
      '/a/b/c/d/e/f/g/h/other.pdf': other.sha256,
      '/a/b/c/bill.pdf': other.sha256,
    })
  })

  describe.for(sizes)('puts a %s file once', ([, content]) => {
    test('uploads once whichever request fails, before or after its effect', async () => {
      for (const when of ['before', 'after']) {
        for (let skip = 0; ; skip += 1) {
          const place = { folder: ['Lost', `${when} ${skip}`] }
          const { saveState, resume } = recordUploadStates()
          await drive.fault({ skip, when, drop: true })
          const error = await drive.put(content, { ...place, saveState }).catch((reason: unknown) => reason)
          await app.control('PUT', '/control/faults', [])
          if (!(error instanceof Error)) break
          expect(error).toMatchObject({ name: 'ServiceError', refusal: 'unknown', transient: true })
          const stored = await drive.put(content, { ...place, saveState, resumeState: resume() })
          const there = Object.entries(await drive.stored()).filter(([path]) => path.includes(`/${when} ${skip}/`))
          expect(there).toEqual([[stored.path, content.sha256]])
          expect(stored.path).toBe(`/Lost/${when} ${skip}/bill.pdf`)
        }
      }
      expect(Object.keys(await drive.stored()).length).toBeGreaterThan(4)
    })

    test('uploads once wherever saving the state stops it', async () => {
      for (let stopAt = 1; ; stopAt += 1) {
        const folder = [`stopped ${stopAt}`]
        const { saveState, resume, savedStates } = recordUploadStates(stopAt)
        const before = (await effects()).length
        const error = await drive.put(content, { folder, saveState }).catch((reason: unknown) => reason)
        if (!(error instanceof Error)) {
          expect(savedStates.length).toBeLessThan(stopAt)
          expect((await effects()).length - before).toBe(savedStates.length)
          break
        }
        expect(error).toBeInstanceOf(Stopped)
        // Every effect was preceded by a saved state.
        expect((await effects()).length - before).toBeLessThan(stopAt)
        await drive.put(content, { folder, saveState: recordUploadStates().saveState, resumeState: resume() })
        const there = Object.entries(await drive.stored()).filter(([path]) => path.includes(folder[0] ?? ''))
        expect(there).toEqual([[`/stopped ${stopAt}/bill.pdf`, content.sha256]])
      }
    })
  })

  test('does not resend received chunks', async () => {
    const { saveState, resume, savedStates } = recordUploadStates()
    await drive.put(large, { folder: ['counted'], saveState })
    const whole = (await calls()).length
    const half = recordUploadStates(savedStates.length)
    await drive.put(large, { folder: ['halved'], saveState: half.saveState }).catch(() => undefined)
    expect(resume()).not.toBeNull()
    await app.control('DELETE', '/control/requests')
    await drive.put(large, { folder: ['halved'], resumeState: half.resume() })
    expect((await calls()).length).toBeLessThan(whole)
  })

  test('restarts when its session has ended', async () => {
    const { saveState, savedStates } = recordUploadStates()
    await drive.put(large, { saveState })
    for (let stopAt = 2; stopAt <= savedStates.length; stopAt += 1) {
      const folder = [`ended ${stopAt}`]
      const half = recordUploadStates(stopAt)
      await expect(drive.put(large, { folder, saveState: half.saveState })).rejects.toBeInstanceOf(Stopped)
      await app.advance('8 days')
      drive.token = await drive.freshToken()
      await drive.put(large, { folder, saveState: half.saveState, resumeState: half.resume() })
      expect(await drive.stored()).toMatchObject({ [`/ended ${stopAt}/bill.pdf`]: large.sha256 })
    }
    expect(Object.keys(await drive.stored())).toHaveLength(savedStates.length)
  })

  test('rethrows errors of the content stream', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.alloc(10))
      throw new Stopped()
    }
    await expect(drive.put(small, { content: broken })).rejects.toBeInstanceOf(Stopped)
    await expect(drive.put(large, { content: broken })).rejects.toBeInstanceOf(Stopped)
    expect(await drive.stored()).toEqual({})
  })

  test('searches by words and downloads', async () => {
    const words = contentOf(300, 'words')
    await drive.put(words, { name: 'tax return 2026.pdf', folder: ['Tax'] })
    await drive.put(other, { name: 'minutes of june.txt', folder: ['Meetings'] })
    const [found, ...more] = await drive.files.search(drive.token, 'tax return', 5)
    expect([found?.name, more]).toEqual(['tax return 2026.pdf', []])
    expect(await drive.files.search(drive.token, "nobody's \\ 'thing", 5)).toEqual([])
    const bytes = await drive.files.downloadFile(drive.token, found?.id ?? '', 300)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(words.sha256)
    await expect(drive.files.downloadFile(drive.token, found?.id ?? '', 299)).rejects.toMatchObject({
      refusal: 'refused',
    })
  })

  test('reports a missing file', async () => {
    const { id } = await drive.put(small)
    const odd = `${id.slice(0, -1)}${id.endsWith('x') ? 'y' : 'x'}`
    await expect(drive.files.downloadFile(drive.token, odd, 1000)).rejects.toMatchObject({ refusal: 'gone' })
  })

  test('requires a valid token', async () => {
    const put = drive.files.uploadFile('no-token', {
      folder: [],
      name: 'a',
      size: 0,
      sha256: small.sha256,
      content: small.read,
      resumeState: null,
      saveState: async () => undefined,
      createFolder: (_, create) => create(),
    })
    const error = await put.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ServiceError)
    expect(error).toMatchObject({ vendor: provider, refusal: provider === 'dropbox' ? 'signed_out' : 'unauthorized' })
  })
})
