import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { callFunction } from '../../../test/kit/outlook.ts'
import { allServices } from '../../../test/kit/services.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { attached, storingMailbox, type StoringMailbox } from '../../../test/kit/storing-mailbox.ts'

const app = await appOfFile({ env: allServices })

const sum = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

/** Each test stores in a base folder of its own. */
let store: StoringMailbox
let base: string
let tests = 0
let earlierRows = 0
async function newBaseFolder(): Promise<void> {
  base = `Test ${++tests}`
  earlierRows = (await store.attachmentRows()).length
  await store.configureStore({ baseFolderPath: base })
}
/** The files of the current test by their path below its base folder. */
async function stored(): Promise<Record<string, string>> {
  const files = Object.entries(await store.stored()).filter(([path]) => path.startsWith(`/${base}/`))
  return Object.fromEntries(files.map(([path, content]) => [path.slice(base.length + 1), content]))
}
const newRows = async () => (await store.attachmentRows()).slice(earlierRows)

let mails = 0
async function arrives(attachments: object[], more: object = {}) {
  const { logId, messageId } = await store.sorted({ subject: `Bill ${++mails}`, attachments, ...more })
  await app.runDueJobs()
  const [run] = await store.runs(logId)
  return { logId, messageId, run }
}

// OneDrive refuses the most names. What else depends on the service: `server/vendors/files`.
describe('onedrive', () => {
  beforeAll(async () => {
    store = await storingMailbox(app, 'onedrive')
  })
  beforeEach(newBaseFolder)

  test('keeps files with hostile names in the base folder', async () => {
    const names = ['../../up.txt', '/etc/passwd', 'C:\\boot.ini', '..', 'CON', 'a\u202efdp.exe', '.lock', '~$x.docx']
    const more = [
      `${'long '.repeat(60)}.pdf`,
      `${'😀'.repeat(200)}.txt`,
      'x\u0000y.txt',
      'a:b*c?"d<e>f|g.txt',
      "Kim's #1 100%.txt",
    ]
    const { run } = await arrives([...names, ...more].map((name, n) => attached(name, `content ${n}`)))
    expect(run).toMatchObject({ status: 'done' })
    const paths = Object.keys(await stored())
    expect(paths).toHaveLength(names.length + more.length)
    for (const path of paths) expect(path).toMatch(/^\/[^/\\:*?"<>|]{1,120}$/)
    expect(paths).toEqual(expect.arrayContaining(['/_.._up.txt', '/_CON', "/Kim's #1 100%.txt"]))
  })
})

describe('any service', () => {
  const provider = 'dropbox'
  beforeAll(async () => {
    store = await storingMailbox(app, provider)
  })
  beforeEach(newBaseFolder)

  test('stores all files in the base folder under their own names and links to them', async () => {
    await store.configureStore({ baseFolderPath: `${base}/2026` })
    const { run } = await arrives([attached('bill.pdf', 'one'), attached('terms.pdf', 'two')])
    expect(run).toMatchObject({ status: 'done', reason: 'done', note: null })
    expect(run?.effects.map(({ kind, label }) => [kind, label])).toEqual([
      ['file', `bill.pdf in /${base}/2026`],
      ['file', `terms.pdf in /${base}/2026`],
    ])
    expect((await fetch(run?.effects[0]?.url ?? '')).status).toBe(200)
    expect(await stored()).toEqual({
      '/2026/bill.pdf': sum('one'),
      '/2026/terms.pdf': sum('two'),
    })
    expect((await newRows()).map(({ state, size, session_sealed }) => [state, size, session_sealed])).toEqual([
      ['done', 3, null],
      ['done', 3, null],
    ])
  })

  test('can name files by date, sender and number', async () => {
    await store.configureStore({ preserveOriginalNames: false, baseFolderPath: base })
    await arrives([attached('Scan.PDF', 'one'), attached('no ending', 'two')], { fromName: 'Anna / Shop' })
    const day = app.clock.now().toISOString().slice(0, 10)
    expect(Object.keys(await stored()).toSorted()).toEqual([`/${day}_Anna _ Shop_1.pdf`, `/${day}_Anna _ Shop_2`])
  })

  test('a plan selects files and their folders below the base folder', async () => {
    await store.configureStore({ prompt: 'Store PDF invoices by sender', baseFolderPath: base })
    const { run } = await arrives([attached('invoice.pdf'), attached('photo.zip')], { fromName: '../../Anna' })
    expect(run).toMatchObject({ status: 'done', note: expect.stringContaining('“photo.zip”') })
    expect(Object.keys(await stored())).toEqual(['/_.._Anna/invoice.pdf'])
  })

  test("year, month and day are those of the user's time zone", async () => {
    const setZone = (timeZone: string) =>
      callFunction(app, store.who, 'account-time-zone', { action: 'save', timeZone, isChosen: true })
    onTestFinished(async () => void (await setZone('UTC')))
    await store.configureStore({
      prompt: 'Store attachments by year and month',
      preserveOriginalNames: false,
      baseFolderPath: base,
    })
    // 31 December, 21:30 in New York; an hour into the new year in Tokyo; the last evening of October, in winter time.
    for (const [timeZone, received] of [
      ['America/New_York', '2027-01-01T02:30:00Z'],
      ['Asia/Tokyo', '2026-12-31T16:00:00Z'],
      ['Europe/Berlin', '2026-10-31T22:59:00Z'],
    ] as const) {
      await setZone(timeZone)
      await arrives([attached('bill.pdf', timeZone)], { fromName: 'Anna', received: new Date(received) })
    }
    expect(Object.keys(await stored()).toSorted()).toEqual([
      '/2026/10/2026-10-31_Anna_1.pdf',
      '/2026/12/2026-12-31_Anna_1.pdf',
      '/2027/01/2027-01-01_Anna_1.pdf',
    ])
  })

  test('does nothing if the instructions have no plan', async () => {
    await app.ctx.db.asService((tx) =>
      tx
        .updateTable('email_folder_actions')
        .set({ config: JSON.stringify({ provider, prompt: 'invoices only' }) })
        .where('user_id', '=', store.who.userId)
        .execute(),
    )
    const { run } = await arrives([attached('bill.pdf')])
    expect(run).toMatchObject({ status: 'failed', reason: 'plan_missing' })
    expect(await stored()).toEqual({})
  })

  test('skips pictures of the text, signatures, links and empty files, with reasons', async () => {
    const image = { contentType: 'image/png' }
    const { run } = await arrives(
      [
        attached('bill.pdf', 'bill'),
        attached('photo.png', 'photo', image),
        attached('inline.png', 'x', { ...image, isInline: true }),
        attached('logo.png', 'l', { ...image, isInline: true }),
        attached('shown.png', 'y', { ...image, contentId: '<shown@x>' }),
        attached('image0.jpeg', 'p'.repeat(40_000), { ...image, contentId: '<photo@x>' }),
        attached('image001.png', 'z', { ...image, isInline: true }),
        attached('image002.png', 'w', image),
        attached('smime.p7s', 's', { contentType: 'application/pkcs7-signature' }),
        attached('inline.pdf', 'pdf', { contentType: 'application/pdf', isInline: true }),
        attached('nothing.txt', ''),
        { '@odata.type': '#microsoft.graph.referenceAttachment', name: 'plan.docx' },
      ],
      { html: '<img src="cid:shown@x"><img src="cid:photo@x">' },
    )
    expect(await stored()).toEqual({
      '/bill.pdf': sum('bill'),
      '/photo.png': sum('photo'),
      '/inline.png': sum('x'),
      '/image0.jpeg': sum('p'.repeat(40_000)),
      '/image002.png': sum('w'),
      '/inline.pdf': sum('pdf'),
    })
    expect(run?.note).toBe(
      'Left out: “logo.png”, “image001.png”, “smime.p7s” (part of a signature). ' +
        'Left out: “shown.png” (a picture in the text). ' +
        'Left out: “nothing.txt” (empty). Left out: “plan.docx” (a link to a file that lies elsewhere).',
    )
    expect(run).toMatchObject({ status: 'done', reason: 'done' })
    const left = (await newRows()).filter(({ state }) => state === 'skipped').map(({ reason }) => reason)
    expect(left).toEqual(['signature', 'inline_picture', 'signature', 'signature', 'empty', 'linked'])
  })

  test('stores an attached message as .eml', async () => {
    const mime = 'Subject: Offer\r\n\r\nwords'
    await arrives([attached('Re: Offer', mime, { '@odata.type': '#microsoft.graph.itemAttachment' })])
    expect(await stored()).toEqual({ '/Re_ Offer.eml': sum(mime) })
  })

  test('skips a message without attachments', async () => {
    const { run } = await arrives([])
    expect(run).toMatchObject({ status: 'skipped', reason: 'nothing_to_do', effects: [], note: null })
  })

  describe('exactly once', () => {
    test('the same content of another message is not stored again but shown', async () => {
      const first = await arrives([attached('bill.pdf', 'same')])
      const second = await arrives([attached('copy.pdf', 'same')])
      expect(second.run).toMatchObject({ status: 'done', effects: first.run?.effects })
      expect(second.run?.note).toContain('Stored already')
      expect(Object.keys(await stored())).toEqual(['/bill.pdf'])
    })

    test('a file that the user has deleted is stored again', async () => {
      await arrives([attached('bill.pdf', 'deleted')])
      const path = `/${base}/bill.pdf`
      const accounts = `/control/${store.service}/accounts`
      await app.control('DELETE', `${accounts}/${store.email}/files?path=${encodeURIComponent(path)}`)
      await arrives([attached('third.pdf', 'deleted')])
      expect(Object.keys(await stored())).toEqual(['/third.pdf'])
    })

    test('identical attachments become one file; the same name with other content gets a number', async () => {
      const { run } = await arrives([attached('a.pdf', 'one'), attached('b.pdf', 'one'), attached('a.pdf', 'two')])
      expect(run?.effects.map(({ label }) => label)).toEqual([
        `a.pdf in /${base}`,
        `a.pdf in /${base}`,
        `a (2).pdf in /${base}`,
      ])
      expect(await stored()).toEqual({ '/a.pdf': sum('one'), '/a (2).pdf': sum('two') })
    })
  })

  test('a dry run shows what would be stored or skipped, without effects', async () => {
    const { logId } = await arrives([])
    const mail = await store.sorted({
      subject: 'To test',
      attachments: [attached('bill.pdf'), attached('nothing', '')],
    })
    const shown = await store.testStore({ provider, baseFolderPath: 'Finance' }, mail.logId)
    expect(shown).toMatchObject({
      test: { effects: [{ kind: 'file', label: 'Store “bill.pdf” in /Finance', url: null }, expect.anything()] },
    })
    expect(await store.testStore({ provider }, logId)).toMatchObject({
      test: { effects: [], notes: ['There was nothing to do for this email.'] },
    })
    expect(await stored()).toEqual({})
    expect(await newRows()).toEqual([])
  })

  test("the records of stored files are deleted with the message's data, and the run names them no more", async () => {
    const { logId } = await arrives([attached('bill.pdf')])
    expect(await store.runs(logId)).toMatchObject([{ status: 'done', effects: [{ label: expect.any(String) }] }])
    await app.ctx.db.asService(async (tx) => {
      const created_at = new Date('2020-01-01')
      for (const table of ['app.stored_attachments', 'email_action_runs'] as const)
        await tx.updateTable(table).set({ created_at }).where('user_id', '=', store.who.userId).execute()
    })
    expect(await store.attachmentRows()).not.toEqual([])
    await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'purge-expired-logs', {}))
    await app.runDueJobs()
    expect(await store.attachmentRows()).toEqual([])
    expect(await store.runs(logId)).toMatchObject([{ status: 'done', effects: [], note: null }])
    expect(Object.keys(await stored())).toEqual(['/bill.pdf'])
  })

  test.each([
    ['a/b/c/d/e/f/g/h/i', 'at most 8 levels of folders'],
    ['x'.repeat(161), 'at most 160 characters'],
    ['\u0958'.repeat(81), 'at most 160 characters'],
  ])('refuses an invalid base folder when it is saved: %s', async (path, why) => {
    const refusal = `baseFolderPath: Use ${why}.`
    await expect(store.configureStore({ baseFolderPath: path })).rejects.toThrow(refusal)
    await expect(store.change(store.type, { config: { baseFolderPath: path } })).rejects.toThrow(refusal)
  })
})
