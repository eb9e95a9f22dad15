import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FileProvider } from '../../../contract/providers.ts'
import { contentOf, ledger, openDrive, sandboxNames, Stopped, type Drive } from '../../../test/kit/file-stores.ts'
import { requestsTo } from '../../../test/kit/outlook.ts'
import { allServices } from '../../../test/kit/services.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { ServiceError } from '../service-error.ts'

/** What every store of files has to hold, whoever keeps them. */

let app: App
beforeAll(async () => {
  app = await startApp({ env: allServices })
})
afterAll(() => app[Symbol.asyncDispose]())

const small = contentOf(5000)
const other = contentOf(5000, 'other')
/** Two or three pieces of an upload session. */
const large = contentOf(9 * 2 ** 20)
const sizes = [
  ['small', small],
  ['large', large],
] as const

describe.for(FileProvider.options)('%s', (provider) => {
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

  test.for(sizes)('puts a %s file where it belongs and tells where it is', async ([, content]) => {
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

  test('never writes over other content: it gets a number, and so does the next', async () => {
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

  test('makes folders eight deep, once', async () => {
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
    test('whichever call loses its connection, before its effect or after it', async () => {
      for (const when of ['before', 'after']) {
        for (let skip = 0; ; skip += 1) {
          const place = { folder: ['Lost', `${when} ${skip}`] }
          const { keep, resume } = ledger()
          await drive.fault({ skip, when, drop: true })
          const error = await drive.put(content, { ...place, keep }).catch((reason: unknown) => reason)
          await app.control('PUT', '/control/faults', [])
          if (!(error instanceof Error)) break
          expect(error).toMatchObject({ name: 'ServiceError', refusal: 'unknown', transient: true })
          const stored = await drive.put(content, { ...place, keep, resume: resume() })
          const there = Object.entries(await drive.stored()).filter(([path]) => path.includes(`/${when} ${skip}/`))
          expect(there).toEqual([[stored.path, content.sha256]])
          expect(stored.path).toBe(`/Lost/${when} ${skip}/bill.pdf`)
        }
      }
      expect(Object.keys(await drive.stored()).length).toBeGreaterThan(4)
    })

    test('wherever it is stopped by its keeper', async () => {
      for (let stopAt = 1; ; stopAt += 1) {
        const folder = [`stopped ${stopAt}`]
        const { keep, resume, kept } = ledger(stopAt)
        const before = (await effects()).length
        const error = await drive.put(content, { folder, keep }).catch((reason: unknown) => reason)
        if (!(error instanceof Error)) {
          expect(kept.length).toBeLessThan(stopAt)
          expect((await effects()).length - before).toBe(kept.length)
          break
        }
        expect(error).toBeInstanceOf(Stopped)
        // Each effect was allowed by one of those that came before.
        expect((await effects()).length - before).toBeLessThan(stopAt)
        await drive.put(content, { folder, keep: ledger().keep, resume: resume() })
        const there = Object.entries(await drive.stored()).filter(([path]) => path.includes(folder[0] ?? ''))
        expect(there).toEqual([[`/stopped ${stopAt}/bill.pdf`, content.sha256]])
      }
    })
  })

  test('sends no piece twice that has arrived', async () => {
    const { keep, resume, kept } = ledger()
    await drive.put(large, { folder: ['counted'], keep })
    const whole = (await calls()).length
    const half = ledger(kept.length)
    await drive.put(large, { folder: ['halved'], keep: half.keep }).catch(() => undefined)
    expect(resume()).not.toBeNull()
    await app.control('DELETE', '/control/requests')
    await drive.put(large, { folder: ['halved'], resume: half.resume() })
    expect((await calls()).length).toBeLessThan(whole)
  })

  test('begins again where its session has ended meanwhile, wherever it stood', async () => {
    const { keep, kept } = ledger()
    await drive.put(large, { keep })
    for (let stopAt = 2; stopAt <= kept.length; stopAt += 1) {
      const folder = [`ended ${stopAt}`]
      const half = ledger(stopAt)
      await expect(drive.put(large, { folder, keep: half.keep })).rejects.toBeInstanceOf(Stopped)
      await app.advance('8 days')
      drive.token = await drive.freshToken()
      await drive.put(large, { folder, keep: half.keep, resume: half.resume() })
      expect(await drive.stored()).toMatchObject({ [`/ended ${stopAt}/bill.pdf`]: large.sha256 })
    }
    expect(Object.keys(await drive.stored())).toHaveLength(kept.length)
  })

  test('hands on what the keeper of the content throws', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.alloc(10))
      throw new Stopped()
    }
    await expect(drive.put(small, { content: broken })).rejects.toBeInstanceOf(Stopped)
    await expect(drive.put(large, { content: broken })).rejects.toBeInstanceOf(Stopped)
    expect(await drive.stored()).toEqual({})
  })

  test('finds by words, and hands out the bytes', async () => {
    const words = contentOf(300, 'words')
    await drive.put(words, { name: 'tax return 2026.pdf', folder: ['Tax'] })
    await drive.put(other, { name: 'minutes of june.txt', folder: ['Meetings'] })
    const [found, ...more] = await drive.files.search(drive.token, 'tax return', 5)
    expect([found?.name, more]).toEqual(['tax return 2026.pdf', []])
    expect(await drive.files.search(drive.token, "nobody's \\ 'thing", 5)).toEqual([])
    const bytes = await drive.files.getFile(drive.token, found?.id ?? '', 300)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(words.sha256)
    await expect(drive.files.getFile(drive.token, found?.id ?? '', 299)).rejects.toMatchObject({ refusal: 'refused' })
  })

  test('says that a file is gone', async () => {
    const { id } = await drive.put(small)
    const odd = `${id.slice(0, -1)}${id.endsWith('x') ? 'y' : 'x'}`
    await expect(drive.files.getFile(drive.token, odd, 1000)).rejects.toMatchObject({ refusal: 'gone' })
  })

  test('needs a token that is good', async () => {
    const put = drive.files.putFile('no-token', {
      folder: [],
      name: 'a',
      size: 0,
      sha256: small.sha256,
      content: small.read,
      resume: null,
      keep: async () => undefined,
    })
    const error = await put.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ServiceError)
    expect(error).toMatchObject({ vendor: provider, refusal: provider === 'dropbox' ? 'signed_out' : 'unauthorized' })
  })
})
