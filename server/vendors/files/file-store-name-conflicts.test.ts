import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contentOf, largeFile, recordUploadStates, openDrive, type Drive } from '../../../test/kit/file-stores.ts'
import { requestsTo } from '../../../test/kit/outlook.ts'
import { allServices } from '../../../test/kit/services.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

/** Services with unique names: another client takes the name between our check and our upload. */

const app = await appOfFile({ env: allServices })

const other = contentOf(3000, 'other')
/** The tests of a service share an account, each in folders of its own. */
let drive: Drive
const storedIn = async (name: string) =>
  Object.fromEntries(Object.entries(await drive.stored()).filter(([path]) => path.startsWith(`/${name}`)))
beforeEach(async () => {
  await app.faults()
  await app.control('DELETE', '/control/requests')
})

describe.for(['dropbox', 'onedrive'] as const)('%s', (provider) => {
  const sizes = [
    ['small', contentOf(3000)],
    ['large', largeFile(provider, 4)],
  ] as const
  beforeAll(async () => {
    drive = await openDrive(app, provider, 4)
  })

  test.for(sizes)('a name that is taken before each step of a %s file is left alone', async ([size, content]) => {
    const { saveState, savedStates } = recordUploadStates()
    await drive.put(content, { folder: [`whole ${size}`], saveState })
    for (const step of savedStates.keys()) {
      const folder = [`taken ${size} ${step}`]
      let steps = 0
      const taken = async () => {
        if (steps++ === step) await drive.put(other, { folder })
      }
      expect(await drive.put(content, { folder, saveState: taken })).toMatchObject({ name: 'bill (2).pdf' })
      expect(await drive.stored()).toMatchObject({
        [`/taken ${size} ${step}/bill.pdf`]: other.sha256,
        [`/taken ${size} ${step}/bill (2).pdf`]: content.sha256,
      })
    }
    const there = Object.keys(await drive.stored()).filter((path) => path.startsWith(`/taken ${size} `))
    expect(there).toHaveLength(2 * savedStates.length)
  })

  test.for(sizes)('the same content from two sides at once is one %s file', async ([size, content]) => {
    const folder = [`twin ${size}`]
    let steps = 0
    const twin = async () => {
      if (steps++ === 0) await drive.put(content, { folder })
    }
    expect(await drive.put(content, { folder, saveState: twin })).toMatchObject({ name: 'bill.pdf' })
    expect(await storedIn(`twin ${size}`)).toEqual({ [`/twin ${size}/bill.pdf`]: content.sha256 })
  })

  test.for(sizes)('reports a file in place of a folder (%s)', async ([size, content]) => {
    const name = `Bills ${size}`
    await drive.put(other, { name })
    await expect(drive.put(content, { folder: [name, '2026'] })).rejects.toMatchObject({ refusal: 'conflict' })
    expect(await storedIn(name)).toEqual({ [`/${name}`]: other.sha256 })
  })

  test('uses the next name if a folder has the name', async () => {
    await drive.put(other, { folder: ['bill.pdf'], name: 'in it' })
    expect(await drive.put(other)).toMatchObject({ name: 'bill (2).pdf' })
  })

  test('compares names case-insensitively', async () => {
    const folder = ['case']
    await drive.put(other, { folder, name: 'BILL.pdf' })
    expect(await drive.put(other, { folder })).toMatchObject({ name: 'BILL.pdf' })
  })
})

test('OneDrive: restarts a lost session and sends no token with chunks', async () => {
  drive = await openDrive(app, 'onedrive', 4)
  const large = contentOf(9 * 2 ** 18)
  const { saveState, resume } = recordUploadStates()
  await drive.fault({ method: 'PUT', path: 'uploadSession', action: 'sessionLost' })
  await expect(drive.put(large, { saveState })).rejects.toMatchObject({
    refusal: 'unknown',
    code: 'session_lost',
  })
  await drive.put(large, { saveState, resumeState: resume() })
  expect(await drive.stored()).toEqual({ '/bill.pdf': large.sha256 })
  const ranges = (await requestsTo(app, 'onedrive')).filter(({ url }) => url.includes('uploadSession?'))
  expect(ranges.length).toBeGreaterThan(3)
  for (const { headers } of ranges) expect(headers).not.toHaveProperty('authorization')
})
