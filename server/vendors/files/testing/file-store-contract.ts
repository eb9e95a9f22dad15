import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FileProvider } from '../../../../contract/providers.ts'
import {
  contentOf,
  largeFile,
  recordUploadStates,
  openDrive,
  sandboxNames,
  Stopped,
  type Drive,
  type UploadDivisor,
} from '../../../../test/kit/file-stores.ts'
import { requestsTo } from '../../../../test/kit/outlook.ts'
import type { App } from '../../../../test/kit/start-app.ts'
import { ServiceError } from '../../services/service-error.ts'

const small = contentOf(5000)
const other = contentOf(5000, 'other')

/** Uploads of one account: each test has a top folder of its own. */
const within = async (drive: Drive, top: string): Promise<Record<string, string>> => {
  const all = Object.entries(await drive.stored()).filter(([path]) => path.startsWith(`/${top}/`))
  return Object.fromEntries(all.map(([path, sum]) => [path.slice(top.length + 1), sum]))
}

const callsOf = async (app: App, provider: FileProvider) =>
  (await requestsTo(app, sandboxNames[provider])).filter(({ url }) => !/oauth2|about/.test(url))

/** What the client of each service has to do on its own: addresses, names, conflicts, chunks and searches. */
export function describeUploads(app: () => App, provider: FileProvider, divisor: UploadDivisor): void {
  const large = largeFile(provider, divisor)
  const sizes = [
    ['small', small],
    ['large', large],
  ] as const
  let drive: Drive
  beforeAll(async () => {
    drive = await openDrive(app(), provider, divisor)
  })
  beforeEach(async () => {
    await app().faults()
    await app().control('DELETE', '/control/requests')
  })
  test.for(sizes)(
    'uploads a %s file to its folder, returns its location, and takes it as done',
    async ([size, content]) => {
      const folder = [size, '2026']
      const stored = await drive.put(content, { folder })
      expect(stored).toMatchObject({ name: 'bill.pdf', path: `/${size}/2026/bill.pdf`, size: content.size })
      expect(stored.id).not.toBe('')
      expect(stored.modifiedAt).toBeInstanceOf(Date)
      expect((await fetch(stored.url ?? '')).status).toBe(200)
      expect((await drive.put(content, { folder })).id).toBe(stored.id)
      expect(await within(drive, size)).toEqual({ '/2026/bill.pdf': content.sha256 })
    },
  )

  test('never overwrites other content: numbers the name', async () => {
    const folder = ['Numbered']
    await drive.put(small, { folder })
    expect(await drive.put(other, { folder })).toMatchObject({ name: 'bill (2).pdf' })
    expect(await drive.put(large, { folder })).toMatchObject({ name: 'bill (3).pdf' })
    expect(await drive.put(other, { folder })).toMatchObject({ name: 'bill (2).pdf' })
    expect(await within(drive, 'Numbered')).toEqual({
      '/bill.pdf': small.sha256,
      '/bill (2).pdf': other.sha256,
      '/bill (3).pdf': large.sha256,
    })
  })

  test.for([
    "Kim's bill.pdf",
    `it's 'quoted' \u2019.pdf`,
    'naïve Füü ☺.pdf',
    '100% #1 & more.pdf',
    '%2F..%2e+a=b;c@d,$e!.pdf',
    'a  b [x] {y} (z).pdf',
    'no ending',
    '请求.tar.gz',
  ])('takes the name %j as it is, for a file and for a folder', async (name) => {
    const stored = await drive.put(small, { folder: ['Deep', name], name })
    expect(stored).toMatchObject({ name, path: `/Deep/${name}/${name}` })
    expect(await drive.put(small, { folder: ['Deep', name], name })).toMatchObject({ id: stored.id })
    expect(await within(drive, 'Deep')).toMatchObject({ [`/${name}/${name}`]: small.sha256 })
  })

  test('creates eight nested folders once', async () => {
    const folder = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    await drive.put(small, { folder })
    await drive.put(other, { folder, name: 'other.pdf' })
    await drive.put(other, { folder: folder.slice(0, 3) })
    expect(await within(drive, 'a')).toEqual({
      '/b/c/d/e/f/g/h/bill.pdf': small.sha256,
      '/b/c/d/e/f/g/h/other.pdf': other.sha256,
      '/b/c/bill.pdf': other.sha256,
    })
  })

  test('does not resend received chunks', async () => {
    const { saveState, resume, savedStates } = recordUploadStates()
    await drive.put(large, { folder: ['counted'], saveState })
    const whole = (await callsOf(app(), provider)).length
    const half = recordUploadStates(savedStates.length)
    await drive.put(large, { folder: ['halved'], saveState: half.saveState }).catch(() => undefined)
    expect(resume()).not.toBeNull()
    await app().control('DELETE', '/control/requests')
    await drive.put(large, { folder: ['halved'], resumeState: half.resume() })
    expect((await callsOf(app(), provider)).length).toBeLessThan(whole)
  })

  test('rethrows errors of the content stream', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.alloc(10))
      throw new Stopped()
    }
    for (const content of [small, large]) {
      const put = drive.put(content, { folder: ['Broken'], content: broken })
      await expect(put).rejects.toBeInstanceOf(Stopped)
    }
    expect(await within(drive, 'Broken')).toEqual({})
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
    const { id } = await drive.put(small, { folder: ['Missing'] })
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
}

/**
 * An upload that fails or stops at any request goes on without a second file.
 * @param isShort a large file is smaller, loses the responses of every third request only, is stopped at every third
 *   state, and its session ends only at the last step
 */
export function describeRecovery(app: () => App, provider: FileProvider, isShort: boolean): void {
  const divisor = isShort ? 4 : 1
  const large = largeFile(provider, divisor)
  const sizes = [
    ['small', small],
    ['large', large],
  ] as const
  let drive: Drive
  beforeAll(async () => {
    drive = await openDrive(app(), provider, divisor)
  })
  beforeEach(async () => {
    await app().faults()
    await app().control('DELETE', '/control/requests')
  })
  const effects = async () =>
    (await callsOf(app(), provider)).filter(({ method, url }) => method !== 'GET' && !url.endsWith('/get_metadata'))

  describe.for(sizes)('puts a %s file once', ([size, content]) => {
    const stride = isShort && content === large ? 3 : 1
    test('uploads once whichever request fails, before or after its effect', async () => {
      const top = `Lost ${size}`
      for (const when of stride > 1 ? ['after'] : ['before', 'after']) {
        for (let skip = 0; ; skip += stride) {
          const place = { folder: [top, `${when} ${skip}`] }
          const { saveState, resume } = recordUploadStates()
          await drive.fault({ skip, when, drop: true })
          const error = await drive.put(content, { ...place, saveState }).catch((reason: unknown) => reason)
          await app().faults()
          if (!(error instanceof Error)) break
          expect(error).toMatchObject({ name: 'ServiceError', refusal: 'unknown', transient: true })
          const stored = await drive.put(content, { ...place, saveState, resumeState: resume() })
          expect(await within(drive, `${top}/${when} ${skip}`)).toEqual({ '/bill.pdf': content.sha256 })
          expect(stored.path).toBe(`/${top}/${when} ${skip}/bill.pdf`)
        }
      }
      expect(Object.keys(await within(drive, top)).length).toBeGreaterThan(4 / stride)
    })

    test('uploads once wherever saving the state stops it', async () => {
      for (let stopAt = 1; ; stopAt += stride) {
        const folder = [`stopped ${size} ${stopAt}`]
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
        expect(await within(drive, folder[0] ?? '')).toEqual({ '/bill.pdf': content.sha256 })
      }
    })
  })

  test('restarts when its session has ended', async () => {
    const { saveState, savedStates } = recordUploadStates()
    await drive.put(large, { folder: ['whole'], saveState })
    for (let stopAt = isShort ? savedStates.length : 2; stopAt <= savedStates.length; stopAt += 1) {
      const folder = [`ended ${stopAt}`]
      const half = recordUploadStates(stopAt)
      await expect(drive.put(large, { folder, saveState: half.saveState })).rejects.toBeInstanceOf(Stopped)
      await app().advance('8 days')
      drive.token = await drive.freshToken()
      await drive.put(large, { folder, saveState: half.saveState, resumeState: half.resume() })
      expect(await within(drive, folder[0] ?? '')).toEqual({ '/bill.pdf': large.sha256 })
    }
    expect(savedStates.length).toBeGreaterThan(2)
  })
}
