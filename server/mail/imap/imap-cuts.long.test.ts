import { expect, test } from 'vitest'
import { grantPlan } from '../../../scripts/lib/demo-queries.ts'
import { startCuttingProxy } from '../../../test/kit/cutting-proxy.ts'
import { describeWithDovecot } from '../../../test/kit/describe-with-dovecot.ts'
import { imapMailbox } from '../../../test/kit/imap-mailbox.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import { imapMailbox as openMailbox } from './imap-mailbox.ts'
import { imapAccess } from './open-imap.ts'

const sender = 'billing@power.example'
const cuts = 200
const kicks = 500

describeWithDovecot('a mail server whose connections end', async (dovecot) => {
  const app = await appOfFile({ startsAt: null })

  test(`${cuts} cuts at moves leave every email once, and teach nothing`, { timeout: 1_800_000 }, async () => {
    await using proxy = await startCuttingProxy({ port: dovecot.plainPort })
    const server = { host: proxy.host, port: proxy.port, password: dovecot.password }
    const at = await imapMailbox(app, dovecot, { folders: ['Bills', 'Other'], server })
    await at.instruct('Bills', sender)
    await grantPlan(app.ctx.db, at.who.userId, 5000)
    await app.advance('1 min')
    await at.subscribe()
    await app.runDueJobs()
    const sort = async (): Promise<number> => {
      await at.work('catch-up', 'reconcile-mailboxes')
      await app.advance('1 min')
      return (await at.logs()).filter(({ status }) => status === 'processed').length
    }
    const happened: Promise<void>[] = []
    const subjects: string[] = []
    for (let n = 0; n < cuts; n++) {
      const moment = (['before', 'unanswered', 'answered'] as const)[n % 3] ?? 'before'
      happened.push(proxy.next({ command: /^UID MOVE/, at: moment, how: 'cut' }))
      subjects.push(`Bill ${n}`)
      await at.save({ subject: `Bill ${n}`, from: sender, text: 'The amount due is 41 euro.' })
      await sort()
    }
    await expect.poll(sort, { timeout: 600_000 }).toBe(cuts)
    await Promise.all(happened)
    await at.work('detect-manual-moves', 'catch-up')
    expect(await at.corrections()).toEqual([])
    expect((await at.logs()).map(({ reason }) => reason)).toEqual(subjects.map(() => 'sorted'))
    const { Bills = [], ...others } = await at.atServer()
    expect(Bills.toSorted()).toEqual(subjects.toSorted())
    expect(others).toEqual({})
  })

  test(`${kicks} kicked connections fail what they interrupt, and nothing else`, { timeout: 1_800_000 }, async () => {
    const inbox = Array.from({ length: 20 }, (_, n) => ({ subject: `Email ${n}` }))
    const at = await imapMailbox(app, dovecot, { folders: ['Bills'], inbox })
    const { access } = await imapAccess(app.ctx, at.mailboxId)
    const mailbox = openMailbox(access)
    const [inboxId, bills] = [await mailbox.inboxId(), await at.folderId('Bills')]
    const { messages } = await mailbox.inbox.page({ since: null, until: null })
    const over = new AbortController()
    const failures: unknown[] = []
    const results = { done: 0, interrupted: 0 }
    const attempt = async (work: () => Promise<unknown>): Promise<void> => {
      try {
        await work()
        results.done++
      } catch (error) {
        results.interrupted++
        if (!(error instanceof VendorError)) failures.push(error)
      }
    }
    const use = async (): Promise<void> => {
      for (let n = 0; !over.signal.aborted; n++) {
        const id = messages[n % messages.length]?.id ?? ''
        const [from, to] = n % 40 < 20 ? [inboxId, bills] : [bills, inboxId]
        await attempt(() => mailbox.find(id))
        await attempt(() => mailbox.move(id, { from, to }))
        await attempt(() => mailbox.inbox.page({ since: null, until: null }))
        await attempt(() => mailbox.folders())
      }
    }
    const used = use()
    for (let n = 0; n < kicks; n++) await dovecot.doveadm('kick', at.address).catch(() => undefined)
    over.abort()
    await used
    expect(failures).toEqual([])
    expect(results).toEqual({ done: expect.toSatisfy((n) => n > 0), interrupted: expect.toSatisfy((n) => n > 0) })
    for (const { id } of messages) expect(await mailbox.find(id)).not.toBeNull()
    const { INBOX = [], Bills = [] } = await at.atServer()
    expect([...INBOX, ...Bills].toSorted()).toEqual(inbox.map(({ subject }) => subject).toSorted())
  })
})
