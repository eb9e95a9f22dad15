import { expect, test } from 'vitest'
import { describeWithDovecot } from '../../../test/kit/describe-with-dovecot.ts'
import { imapMailbox } from '../../../test/kit/imap-mailbox.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { addMs, days } from '../../clock.ts'
import { purgeExpiredLogs } from '../../sorting/purge-expired-logs.ts'

describeWithDovecot('an email that has vanished', async (dovecot) => {
  const app = await appOfFile()

  test('is no longer known after 90 days, unless it was found elsewhere or the history names it', async () => {
    const at = await imapMailbox(app, dovecot, { folders: ['Other', 'Third', 'Gone'] })
    await at.save({ subject: 'In a deleted folder' }, 'Gone')
    for (const subject of ['Kept', 'Logged', 'Moved', 'Vanished']) await at.save({ subject }, 'Other')
    const newest = async (name: string) => {
      const folderId = await at.folderId(name)
      const messages = await at.box((mailbox) => mailbox.newest(folderId, 10))
      return messages === 'not-there' ? [] : messages
    }
    const seen = [...(await newest('Other')), ...(await newest('Gone'))]
    const ids = new Map(seen.map(({ id, subject }) => [subject, id]))
    const subjects = new Map(seen.map(({ id, subject }) => [id, subject]))
    await app.ctx.db.asService((tx) =>
      tx
        .insertInto('email_processing_logs')
        .values({
          user_id: at.who.userId,
          mailbox_id: at.mailboxId,
          message_id: ids.get('Logged') ?? '',
          status: 'left',
          reason: 'no_match',
          processed_at: app.clock.now(),
        })
        .execute(),
    )
    for (const subject of ['Logged', 'Vanished'])
      await dovecot.doveadm('expunge', '-u', at.address, 'mailbox', 'Other', 'subject', subject)
    await dovecot.doveadm('mailbox', 'delete', '-u', at.address, 'Gone')
    await at.move('Other', 'Third', 'subject', 'Moved')
    await at.work('sync-mailbox')
    expect((await newest('Third')).map(({ id }) => id)).toEqual([ids.get('Moved')])

    const remaining = async (afterDays: number) => {
      await purgeExpiredLogs({ ...app.ctx, clock: { now: () => addMs(app.clock.now(), days(afterDays)) } })
      const rows = await app.ctx.db.asService((tx) =>
        tx.selectFrom('app.imap_messages').select('id').where('mailbox_id', '=', at.mailboxId).execute(),
      )
      return new Set(rows.map(({ id }) => subjects.get(id)))
    }
    expect(await remaining(90)).toEqual(new Set(['In a deleted folder', 'Kept', 'Logged', 'Moved', 'Vanished']))
    expect(await remaining(91)).toEqual(new Set(['Kept', 'Logged', 'Moved']))
  })
})
