import { expect, test } from 'vitest'
import { connectMailbox, deliver, newMailbox, requestsTo, signUp } from '../../../test/kit/outlook.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { days, hours, addMs } from '../../clock.ts'
import { findMailbox } from '../../mail/mailboxes/mailbox-queries.ts'
import { decode, rank, withObserved } from '../../../packages/classifier/classifier.ts'
import { mailWith } from '../../../packages/classifier/testing/messages.ts'
import { storedBaseline } from './baseline-queries.ts'
import { storedModel } from './model-queries.ts'
import { insertTrainingExamples, trainingExamplesOf } from './training-example-queries.ts'
import { loadModel } from './load-model.ts'

const app = await appOfFile()

/** Words that only this mailbox uses. */
const unfiled = Array.from({ length: 16 }, (_, n) => [
  `Velbrun ${n}: the Zorvex and the Plimtar`,
  `Oltrem ${n}: the Hurgen, and the Quastil is late`,
  `Hello once more, ${n}`,
]).flat()
/** Contains no word of a folder's name or instructions. */
const question = mailWith({ subject: 'Zorvex with Plimtar' })

/** A mailbox with mail in its inbox and in the named folders, not connected yet. */
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
  await app.runDueJobs()
  return {
    mailboxId,
    /** The best folder for the email; null where all are equal. */
    likeliest: async (): Promise<string | null> => {
      const mailbox = await app.ctx.db.asService((tx) => findMailbox(tx, mailboxId))
      const { model, candidates } = await loadModel(app.ctx, mailbox ?? expect.fail('There is no mailbox'))
      const [first, second] = rank(withObserved(model, question), question, candidates).candidates
      const lead = (first?.probability ?? 0) - (second?.probability ?? 0)
      return lead > 0.01 ? (candidates.find(({ id }) => id === first?.folderId)?.name ?? null) : null
    },
    learn: async () => {
      await app.control('DELETE', '/control/requests')
      await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'learn-mailbox', { mailboxId }))
      await app.runDueJobs()
      return inboxCalls(email)
    },
    stored: () =>
      app.ctx.db.asService(async (tx) => ({
        baseline: await storedBaseline(tx, mailboxId),
        model: await storedModel(tx, mailboxId),
        examples: await trainingExamplesOf(tx, mailboxId),
      })),
    /** After all changes of the folders. */
    madeBefore: (ms: number) =>
      app.ctx.db.asService(async (tx) => {
        const models = tx.updateTable('app.mailbox_models').where('mailbox_id', '=', mailboxId)
        await models.set({ baseline_created_at: addMs(app.ctx.clock.now(), -ms) }).execute()
        const folders = tx.updateTable('email_folders').where('mailbox_id', '=', mailboxId)
        await folders.set({ instructions_changed_at: null, renamed_at: null }).execute()
      }),
    rename: (name: string, to: string) =>
      app.ctx.db.asService(async (tx) => {
        const folder = tx.updateTable('email_folders').where('mailbox_id', '=', mailboxId)
        await folder
          .set({ folder_name: to, path: [to] })
          .where('folder_name', '=', name)
          .execute()
        // The trigger follows the clock of the database.
        const renamed = folder.set({ renamed_at: app.clock.now() }).where('folder_name', '=', to)
        await renamed.where('renamed_at', 'is not', null).execute()
      }),
    describe: (name: string, instructions: string) =>
      app.ctx.db.asService(async (tx) => {
        const folders = tx.updateTable('email_folders').where('mailbox_id', '=', mailboxId)
        await folders.set({ instructions }).where('folder_name', '=', name).execute()
        // The trigger follows the clock of the database.
        const changed = { instructions_changed_at: app.clock.now() }
        await folders.set(changed).where('folder_name', '=', name).execute()
      }),
  }
}

async function reconcile() {
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {}))
  await app.runDueJobs()
}

/** Number of reads and counts of the inbox. */
async function inboxCalls(email: string): Promise<{ read: number; counted: number }> {
  const all = (await requestsTo(app, 'graph')).filter(({ mailbox }) => mailbox === email)
  const calls = all.filter(({ url }) => url.includes('/mailFolders/inbox/messages'))
  const counts = calls.filter(({ url }) => new URL(url, app.url).searchParams.has('$count'))
  return { read: calls.length - counts.length, counted: counts.length }
}

test('learns from unfiled mail which words occur with a folder’s words', async () => {
  const mailbox = await mailboxWith(unfiled)
  const known = await connect(mailbox)
  // One page without message texts, and no single messages.
  expect(await inboxCalls(mailbox.email)).toEqual({ read: 1, counted: 0 })
  expect((await known.stored()).examples).toEqual([])
  expect(await known.likeliest()).toBe('Velbrun')
  const { id } = await app.ctx.db.asService((tx) =>
    tx
      .deleteFrom('email_folders')
      .where('mailbox_id', '=', known.mailboxId)
      .where('folder_name', '=', 'Oltrem')
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const guessed = async () =>
    decode((await known.stored()).model?.state ?? Buffer.alloc(0))?.frequencies.expected.has(id)
  expect(await guessed()).toBe(true)
  await known.learn()
  expect(await guessed()).toBe(false)
  const empty = await connect(await mailboxWith([]))
  expect(await empty.likeliest()).toBe(null)
})

test('renews the baseline after changed folders, growth of the inbox or expiry', async () => {
  const mailbox = await mailboxWith(unfiled.slice(0, 2), [{ folder: 'Quillby', subject: 'Roses and tulips' }])
  const { mailboxId, learn, stored, madeBefore, describe, rename, likeliest } = await connect(mailbox)
  const before = await stored()
  expect(before).toMatchObject({ baseline: { messageCount: 2 }, model: { exampleCount: 1 } })

  await app.advance('1 min')
  await describe('Velbrun', 'All that Velbrun orders.')
  const arrived: string[] = []
  for (const subject of unfiled.slice(2)) arrived.push(await deliver(app, mailbox.email, subject))
  expect(await learn()).toEqual({ read: 0, counted: 0 })
  expect(await stored()).toEqual({
    ...before,
    baseline: { ...before.baseline, hasChangedFolders: true },
    model: { ...before.model, updatedAt: expect.any(Date) },
  })

  // The user has confirmed one of them.
  const staying = arrived.slice(0, 1).map((messageId) => ({ messageId, folderId: null }))
  await app.ctx.db.asService((tx) =>
    insertTrainingExamples(tx, { id: mailboxId, userId: mailbox.who.userId }, staying, { isCorrection: true }),
  )
  // The new sentence counts within minutes, without a folder sync.
  await app.control('DELETE', '/control/requests')
  await app.advance('3 min')
  await reconcile()
  expect(await inboxCalls(mailbox.email)).toEqual({ read: 0, counted: 0 })
  await app.advance('2 min')
  await reconcile()
  expect(await inboxCalls(mailbox.email)).toEqual({ read: 1, counted: 0 })
  const described = await stored()
  expect(described).toMatchObject({ baseline: { messageCount: 48 }, model: { exampleCount: 2 } })
  const noticedIn = (state?: Buffer) => decode(state ?? Buffer.alloc(0))?.frequencies.mails
  expect(noticedIn(described.baseline?.state)).toBe(47)
  expect(noticedIn(described.model?.state)).toBe(49)
  expect(await likeliest()).toBe('Velbrun')
  await app.advance('6 min')
  await reconcile()
  expect(await stored()).toEqual(described)
  // A sentence that is changed and restored leaves no mailbox due.
  await describe('Velbrun', 'All that Velbrun buys.')
  await describe('Velbrun', 'All that Velbrun orders.')
  await reconcile()
  const restored = await stored()
  expect(restored.baseline?.hasChangedFolders).toBe(false)
  await reconcile()
  expect(await stored()).toEqual(restored)
  // So does a new name.
  await app.advance('6 min')
  await rename('Quillby', 'Quillby Hall')
  await reconcile()
  const renamed = await stored()
  expect(renamed.baseline?.createdAt).not.toEqual(restored.baseline?.createdAt)
  await reconcile()
  expect(await stored()).toEqual(renamed)

  await madeBefore(hours(2))
  expect(await learn()).toEqual({ read: 0, counted: 1 })
  for (let n = 0; n < 52; n++) await deliver(app, mailbox.email, `Oltrem once more, ${n}`)
  expect(await learn()).toEqual({ read: 1, counted: 1 })
  expect(await stored()).toMatchObject({ baseline: { messageCount: 100 } })

  await madeBefore(days(61))
  expect(await learn()).toEqual({ read: 1, counted: 0 })
})

test('learns nothing while the inbox cannot be read, and retries', async () => {
  const mailbox = await mailboxWith(unfiled, [{ folder: 'Quillby', subject: 'Roses and tulips' }])
  await app.faults({ service: 'graph', method: 'GET', path: '/mailFolders/inbox/messages', status: 503, times: 1 })
  const { stored } = await connect(mailbox)
  expect(await stored()).toEqual({ baseline: null, model: null, examples: [] })
  await app.advance('70 s')
  await app.runDueJobs()
  expect(await stored()).toMatchObject({ baseline: { messageCount: unfiled.length }, model: { exampleCount: 1 } })
})
