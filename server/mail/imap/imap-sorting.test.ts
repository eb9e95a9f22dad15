import { expect, test } from 'vitest'
import { startCuttingProxy } from '../../../test/kit/cutting-proxy.ts'
import { describeWithDovecot } from '../../../test/kit/describe-with-dovecot.ts'
import { startDovecot } from '../../../test/kit/dovecot.ts'
import { imapMailbox } from '../../../test/kit/imap-mailbox.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

const sender = 'billing@power.example'
const bill = (subject: string) => ({ subject, from: `Power <${sender}>`, text: 'The amount due is 41 euro.' })

describeWithDovecot('sorting an IMAP mailbox', async (dovecot) => {
  // The server's clock is the machine's.
  const app = await appOfFile({ startsAt: null })

  /** Email of the sender is sorted into Bills from now on. */
  async function sorting(options: Parameters<typeof imapMailbox>[2] = {}) {
    const at = await imapMailbox(app, dovecot, { folders: ['Bills', 'Other'], ...options })
    await at.instruct('Bills', sender)
    // What is there has arrived before.
    await app.advance('1 min')
    expect(await at.subscribe()).toMatchObject({ status: 200 })
    await app.runDueJobs()
    const named = async (name: string) => (await at.rows()).find(({ folder_name }) => folder_name === name)?.id
    return { ...at, named }
  }

  test('sorts new email, and none that was there before or is marked as deleted; an undo moves it back', async () => {
    const at = await sorting({ inbox: [bill('Old')] })
    await at.work('catch-up')
    expect(await at.logs()).toEqual([])
    await at.save(bill('Marked'))
    await dovecot.doveadm('flags', 'add', '-u', at.address, '\\Deleted', 'mailbox', 'INBOX', 'subject', 'Marked')
    await at.save({ subject: 'Hello' })
    await at.save(bill('New'))
    await at.sorted(2)
    expect(await at.atServer()).toMatchObject({ Bills: ['New'], INBOX: ['Old', 'Marked', 'Hello'] })
    expect(await at.logs()).toMatchObject([
      { subject: 'Hello', status: 'left' },
      { subject: 'New', status: 'processed', reason: 'sorted' },
    ])
    expect(await at.box((mailbox) => mailbox.inbox.count(new Date(0)))).toBe(2)
    expect(
      (await dovecot.commandsOf(at.address)).filter((command) => /^(UID )?EXPUNGE|FETCH .*BODY\[/.test(command)),
    ).toEqual([])

    const log = (await at.logs()).find(({ subject }) => subject === 'New')
    const undone = await at.call('sorted-mail', { action: 'move', logId: log?.id, folderId: null })
    expect(undone).toMatchObject({ status: 200 })
    await app.runDueJobs()
    // It is ours, not the user's: nothing is sorted again.
    await at.work('catch-up')
    expect((await at.atServer())['INBOX']).toContain('New')
  })

  test('a folder of tags gives email a keyword, and learns where another client takes it off', async () => {
    const at = await sorting()
    await app.ctx.db.asService((tx) =>
      tx
        .updateTable('email_folders')
        .set({ filing: 'tag', mark_as_read: true, set_flag: true })
        .where('mailbox_id', '=', at.mailboxId)
        .where('folder_name', '=', 'Bills')
        .execute(),
    )
    await at.save(bill('First'))
    await at.save(bill('Second'))
    await at.sorted(2)
    expect(await at.atServer()).toEqual({ INBOX: ['First', 'Second'] })
    const flags = async () => (await dovecot.listEmails(at.address)).map((email) => email.flags.toSorted())
    const tagged = ['Bills', '\\Flagged', '\\Seen']
    expect(await flags()).toEqual([tagged, tagged])
    await dovecot.doveadm('flags', 'remove', '-u', at.address, 'Bills', 'mailbox', 'INBOX', 'uid', '1')
    await at.work('detect-manual-moves', 'detect-manual-moves')
    expect(await at.logs()).toMatchObject([
      { subject: 'First', status: 'left', reason: 'user_moved', decided_by: 'user' },
      { subject: 'Second', status: 'processed', reason: 'sorted' },
    ])
    expect(await at.corrections()).toMatchObject([{ folder_id: null }])
  })

  test('a changed UIDVALIDITY and a MODSEQ above 2^53: exactly the new emails are sorted', async () => {
    const at = await sorting({ inbox: [bill('Old')] })
    await at.save(bill('Sorted'))
    await at.save({ subject: 'Left' })
    await at.sorted(2)
    await at.work('detect-manual-moves')
    const before = await at.logs()
    const highModseq = ['--min-highest-modseq', String(2n ** 60n)]
    for (const folder of ['INBOX', 'Bills'])
      await dovecot.doveadm('mailbox', 'update', '-u', at.address, '--uid-validity', '1234567', ...highModseq, folder)
    await at.save(bill('New'))
    await at.sorted(3)
    await at.work('detect-manual-moves')
    const after = await at.logs()
    expect(after.filter(({ subject }) => subject !== 'New')).toEqual(before)
    expect(after).toHaveLength(before.length + 1)
    expect(await at.corrections()).toEqual([])
    expect(await at.atServer()).toMatchObject({ INBOX: ['Old', 'Left'], Bills: ['Sorted', 'New'] })
  })

  test('learns from drags and returns, and nothing from what disappears or is delivered', async () => {
    const at = await sorting()
    for (const subject of ['One', 'Two', 'Three']) await at.save(bill(subject))
    await at.sorted(3)
    await at.work('detect-manual-moves')
    await at.save({ subject: 'Delivered', from: 'list@club.example' }, 'Other')
    await dovecot.doveadm('expunge', '-u', at.address, 'mailbox', 'Bills', 'subject', 'Three')
    await at.work('detect-manual-moves')
    expect(await at.corrections()).toEqual([])
    await at.move('Bills', 'Other', 'subject', 'One')
    await at.work('detect-manual-moves')
    const other = await at.named('Other')
    expect(await at.corrections()).toMatchObject([{ value: sender, folder_id: other }])
    await at.move('Bills', 'INBOX', 'subject', 'Two')
    await at.work('catch-up')
    expect(await at.corrections()).toContainEqual({ value: sender, folder_id: null })
    expect(await at.atServer()).toEqual({ INBOX: ['Two'], Other: ['Delivered', 'One'] })
  })

  // Also before the move and after its response: `imap-cuts.long.test.ts`.
  test('a connection that is cut at the move leaves every email once, and teaches nothing', async () => {
    await using proxy = await startCuttingProxy({ port: dovecot.plainPort })
    const server = { host: proxy.host, port: proxy.port, password: dovecot.password }
    const at = await sorting({ server })
    const happened = proxy.next({ command: /^UID MOVE/, at: 'unanswered', how: 'cut' })
    await at.save(bill('Bill'))
    const sorted = async () => {
      await at.work('catch-up', 'reconcile-mailboxes')
      await app.advance('1 min')
      return (await at.logs()).map(({ status }) => status)
    }
    await expect.poll(sorted).toEqual(['processed'])
    await happened
    expect(await at.logs()).toMatchObject([{ subject: 'Bill', status: 'processed', reason: 'sorted' }])
    await at.work('detect-manual-moves', 'catch-up')
    expect(await at.corrections()).toEqual([])
    expect(await at.atServer()).toEqual({ Bills: ['Bill'] })
  })

  test('a server that cannot move single emails: they are tagged, and an undo takes the tag off', async () => {
    await using limited = await startDovecot({ hidden: ['MOVE', 'UIDPLUS'] })
    const at = await imapMailbox(app, limited, { folders: ['Bills'] })
    await at.instruct('Bills', sender)
    await app.advance('1 min')
    await at.subscribe()
    await app.runDueJobs()
    const { body } = await at.call('mail-graph', { action: 'status', mailboxId: at.mailboxId })
    expect(body).toMatchObject({ unsupported: ['move'] })
    await at.save(bill('Bill'))
    await at.sorted(1)
    const [log] = await at.logs()
    expect(log).toMatchObject({ status: 'processed', reason: 'sorted' })
    expect(await limited.listEmails(at.address)).toMatchObject([{ folder: 'INBOX', flags: ['Bills'] }])
    await at.call('sorted-mail', { action: 'move', logId: log?.id, folderId: null })
    expect(await limited.listEmails(at.address)).toMatchObject([{ folder: 'INBOX', flags: [] }])
  })

  test('after an outage of weeks, what arrived meanwhile is sorted', async () => {
    const at = await sorting()
    await at.work('catch-up')
    await at.save(bill('New'))
    await app.advance('20 days')
    await at.sorted(1)
    expect(await at.logs()).toMatchObject([{ subject: 'New', status: 'processed', reason: 'sorted' }])
  })
})
