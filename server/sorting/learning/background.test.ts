import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectMailbox, deliver, newMailbox, requestsTo, signUp } from '../../../test/kit/outlook.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { days, hours, later } from '../../clock.ts'
import { mailboxById } from '../../mail/queries.ts'
import { decode, rank } from '../../../packages/classifier/model.ts'
import { mailWith } from '../../../packages/classifier/testing/mails.ts'
import { withNoticed } from '../../../packages/classifier/with-noticed.ts'
import { backgroundOf } from './background-queries.ts'
import { storedModel } from './learning-queries.ts'
import { addLessons, lessonsOf } from './lesson-queries.ts'
import { loadLearned } from './memory.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app[Symbol.asyncDispose]())

/** Customers, and what they ordered: words that mean something to the owner alone. */
const unfiled = Array.from({ length: 16 }, (_, n) => [
  `Velbrun ${n}: the Zorvex and the Plimtar`,
  `Oltrem ${n}: the Hurgen, and the Quastil is late`,
  `Hello once more, ${n}`,
]).flat()
/** Nothing of it stands in a folder's name or instructions. */
const question = mailWith({ subject: 'Zorvex with Plimtar' })

/** A mailbox with mail in its inbox, and in its folders where they are named. Nothing is connected yet. */
async function mailboxWith(subjects: string[], filed: { folder: string; subject: string }[] = []) {
  const who = await signUp(app)
  const names = ['Velbrun', 'Oltrem', 'Quillby']
  const email = await newMailbox(app, { folders: names.map((displayName) => ({ displayName })) })
  for (const subject of subjects) await deliver(app, email, subject)
  for (const { folder, subject } of filed) await deliver(app, email, subject, folder)
  await app.control('DELETE', '/control/requests')
  return { who, email }
}

async function connect({ who, email }: Awaited<ReturnType<typeof mailboxWith>>) {
  const mailboxId = await connectMailbox(app, who, email)
  await app.drain()
  return {
    mailboxId,
    /** The name of the folder where the question would belong rather than in any other; null where all are alike. */
    likeliest: async (): Promise<string | null> => {
      const mailbox = await app.ctx.db.asService((tx) => mailboxById(tx, mailboxId))
      const { model, candidates } = await loadLearned(app.ctx, mailbox ?? expect.fail('There is no mailbox'))
      const [first, second] = rank(withNoticed(model, question), question, candidates).candidates
      const lead = (first?.probability ?? 0) - (second?.probability ?? 0)
      return lead > 0.01 ? (candidates.find(({ id }) => id === first?.folderId)?.name ?? null) : null
    },
    learn: async () => {
      await app.control('DELETE', '/control/requests')
      await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'learn-mailbox', { mailboxId }))
      await app.drain()
      return inboxCalls(email)
    },
    stored: () =>
      app.ctx.db.asService(async (tx) => ({
        background: await backgroundOf(tx, mailboxId),
        model: await storedModel(tx, mailboxId),
        lessons: await lessonsOf(tx, mailboxId),
      })),
    madeBefore: (ms: number) =>
      app.ctx.db.asService((tx) =>
        tx
          .updateTable('app.mailbox_models')
          .set({ background_made_at: later(app.ctx.clock.now(), -ms) })
          .where('mailbox_id', '=', mailboxId)
          .execute(),
      ),
    describe: (name: string, instructions: string) =>
      app.ctx.db.asService((tx) =>
        tx
          .updateTable('email_folders')
          .set({ instructions })
          .where('mailbox_id', '=', mailboxId)
          .where('folder_name', '=', name)
          .execute(),
      ),
  }
}

/** How often the inbox was read, and how often its mail was counted. */
async function inboxCalls(email: string): Promise<{ read: number; counted: number }> {
  const all = (await requestsTo(app, 'graph')).filter(({ mailbox }) => mailbox === email)
  const calls = all.filter(({ url }) => url.includes('/mailFolders/inbox/messages'))
  const counts = calls.filter(({ url }) => new URL(url, app.url).searchParams.has('$count'))
  return { read: calls.length - counts.length, counted: counts.length }
}

test('mail that nobody has filed tells which words keep company with a folder’s own, from connecting on', async () => {
  const mailbox = await mailboxWith(unfiled)
  const known = await connect(mailbox)
  // One page without what the mails say, and no mail by itself.
  expect(await inboxCalls(mailbox.email)).toEqual({ read: 1, counted: 0 })
  expect((await known.stored()).lessons).toEqual([])
  expect(await known.likeliest()).toBe('Velbrun')
  const { id } = await app.ctx.db.asService((tx) =>
    tx
      .deleteFrom('email_folders')
      .where('mailbox_id', '=', known.mailboxId)
      .where('folder_name', '=', 'Oltrem')
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const guessed = async () => decode((await known.stored()).model?.state ?? Buffer.alloc(0))?.noticed.guesses.has(id)
  expect(await guessed()).toBe(true)
  await known.learn()
  expect(await guessed()).toBe(false)
  const empty = await connect(await mailboxWith([]))
  expect(await empty.likeliest()).toBe(null)
})

test('the inbox is read again where folders are described otherwise or it was nearly empty, after a rest, and where that was long ago', async () => {
  const mailbox = await mailboxWith(unfiled.slice(0, 2), [{ folder: 'Quillby', subject: 'Roses and tulips' }])
  const { mailboxId, learn, stored, madeBefore, describe, likeliest } = await connect(mailbox)
  const before = await stored()
  expect(before).toMatchObject({ background: { mails: 2 }, model: { learnedMails: 1 } })

  await describe('Velbrun', 'All that Velbrun orders.')
  const arrived: string[] = []
  for (const subject of unfiled.slice(2)) arrived.push(await deliver(app, mailbox.email, subject))
  expect(await learn()).toEqual({ read: 0, counted: 0 })
  expect(await stored()).toEqual({ ...before, model: { ...before.model, updatedAt: expect.any(Date) } })

  // The user has said of one that it stays.
  const staying = arrived.slice(0, 1).map((messageId) => ({ messageId, folderId: null }))
  await app.ctx.db.asService((tx) =>
    addLessons(tx, { id: mailboxId, userId: mailbox.who.userId }, staying, { isTaught: true }),
  )
  await app.control('DELETE', '/control/requests')
  await app.advance('61 min')
  await app.drain()
  expect(await inboxCalls(mailbox.email)).toEqual({ read: 1, counted: 0 })
  const described = await stored()
  expect(described).toMatchObject({ background: { mails: 48 }, model: { learnedMails: 2 } })
  const noticedIn = (state?: Buffer) => decode(state ?? Buffer.alloc(0))?.noticed.mails
  expect(noticedIn(described.background?.state)).toBe(47)
  expect(noticedIn(described.model?.state)).toBe(49)
  expect(await likeliest()).toBe('Velbrun')
  expect(await learn()).toEqual({ read: 0, counted: 0 })

  await madeBefore(hours(2))
  expect(await learn()).toEqual({ read: 0, counted: 1 })
  for (let n = 0; n < 52; n++) await deliver(app, mailbox.email, `Oltrem once more, ${n}`)
  expect(await learn()).toEqual({ read: 1, counted: 1 })
  expect(await stored()).toMatchObject({ background: { mails: 100 } })

  await madeBefore(days(61))
  expect(await learn()).toEqual({ read: 1, counted: 0 })
})

test('where the inbox cannot be read nothing is learned; a minute later it is', async () => {
  const mailbox = await mailboxWith(unfiled, [{ folder: 'Quillby', subject: 'Roses and tulips' }])
  await app.control('PUT', '/control/faults', [
    { service: 'graph', method: 'GET', path: '/mailFolders/inbox/messages', status: 503, times: 1 },
  ])
  const { stored, describe, learn } = await connect(mailbox)
  expect(await stored()).toEqual({ background: null, model: null, lessons: [] })
  await app.advance('70 s')
  await app.drain()
  const { background } = await stored()
  expect(await stored()).toMatchObject({ background: { mails: unfiled.length }, model: { learnedMails: 1 } })

  // What comes again sooner for trouble of its own does not stand for the look an hour later.
  await describe('Oltrem', 'All that Oltrem orders.')
  await app.control('PUT', '/control/faults', [
    { service: 'graph', method: 'GET', path: '/mailFolders/[^/]+/messages', status: 503, times: 1 },
  ])
  await learn()
  await app.advance('70 s')
  await app.drain()
  expect(await stored()).toMatchObject({ background: { madeAt: background?.madeAt } })
  await app.advance('61 min')
  await app.drain()
  expect((await stored()).background?.folders).not.toBe(background?.folders)
})
