import { expect, test } from 'vitest'
import { z } from 'zod'
import { actingMailbox, type ActingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { crashAtStep } from '../../../test/kit/crashing-node.ts'
import { allServices, connectService } from '../../../test/kit/services.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { attached } from '../../../test/kit/storing-mailbox.ts'
import { deleteAccount } from '../../account/delete-account.ts'
import { disconnectService } from '../../connections/disconnect-service.ts'
import { disconnectMailbox } from '../../mail/providers/disconnect-mailbox.ts'
import { runActions } from './run-actions.ts'

/**
 * Something is deleted while a worker is between two steps: it stops, leaves no work behind and has no further
 * effect.
 */

const app = await appOfFile({ env: allServices })

const Calls = z.array(z.object({ method: z.string(), url: z.string() }))
const isEffect = ({ method, url }: { method: string; url: string }): boolean =>
  method === 'PATCH' || /\/(?:createReply|upload)\b/.test(url)
async function effects(): Promise<number> {
  const of = async (service: string) => Calls.parse(await app.control('GET', `/control/requests?service=${service}`))
  return [...(await of('graph')), ...(await of('dropbox'))].filter(isEffect).length
}

const removals: Record<string, (acting: ActingMailbox) => Promise<unknown>> = {
  mailbox: ({ who, mailbox }) => disconnectMailbox(app.ctx, { userId: who.userId, mailboxId: mailbox.mailboxId }),
  account: ({ who }) => deleteAccount(app.ctx, { userId: who.userId }),
  folder: ({ folderId }) =>
    app.ctx.db.asService((tx) => tx.deleteFrom('email_folders').where('id', '=', folderId).execute()),
  actions: async (acting) => {
    for (const type of ['draft_reply', 'store_attachment_dropbox'] as const) await acting.remove(type)
  },
  connection: ({ who }) => disconnectService(app.ctx, { userId: who.userId, provider: 'dropbox' }),
}

const mail = { from: 'anna@shop.example', subject: 'Bill', text: 'Could you tell us when, please?' }

/** Starts the actions of a message, whose worker pauses before this step. */
async function startPaused(acting: ActingMailbox, step: number) {
  const { logId } = await acting.sorted({ ...mail, attachments: [attached('bill.pdf', `bill ${step}`)] })
  const paused = crashAtStep(app.ctx, step)
  const work = runActions(paused.ctx, { logId })
  await Promise.race([work.then(() => expect.unreachable(`ended before step ${step}`)), paused.died])
  return { logId, step, work, wake: paused.wake }
}

// In the action that drafts the reply, and in the one that stores the file; each has its first effect ahead.
const steps = [8, 46] as const

test.each(Object.keys(removals))('stops cleanly when removed: %s', async (what) => {
  const acting = await actingMailbox(app, ['draft_reply', 'store_attachment_dropbox'])
  await connectService(app, acting.who, 'dropbox')
  const started = [await startPaused(acting, steps[0]), await startPaused(acting, steps[1])]
  await removals[what]?.(acting)
  for (const { logId, step, work, wake } of started) {
    const before = await effects()
    wake()
    await expect(work).resolves.toBeUndefined()
    const runs = await acting.runs(logId)
    const context = `${what} before step ${step}: ${runs.map(({ status, reason }) => `${status} ${reason}`).join(', ')}`
    // The one call that was already decided; without a connection, all three calls of the draft continue.
    const maxEffects = what === 'connection' ? 3 : 1
    expect((await effects()) - before, context).toBeLessThanOrEqual(maxEffects)
    if (what === 'connection') expect(runs[1]?.status, context).not.toBe('waiting')
    expect(runs.length, context).toBe(what === 'mailbox' || what === 'account' ? 0 : 2)
  }
  await app.runDueJobs()
  expect(await acting.waiting()).toEqual([])
})
