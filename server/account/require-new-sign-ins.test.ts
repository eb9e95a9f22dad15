import { expect, test } from 'vitest'
import { confirmForwardAddress } from '../../test/kit/forward-address.ts'
import { clientOf, codeIn, emailsTo, newUser } from '../../test/kit/outbox.ts'
import { callFunction, connectMailbox, newMailbox } from '../../test/kit/outlook.ts'
import { connectService } from '../../test/kit/services.ts'
import { newEmail } from '../../test/kit/start-accounts.ts'
import { appOfFile } from '../../test/kit/start-app.ts'

const app = await appOfFile()

/** Everything that would bring the owner's email to an attacker who registered the address first. */
const statesOf = (userId: string) =>
  app.ctx.db.asService(async (tx) => ({
    mailboxes: await tx.selectFrom('mailboxes').select('status').where('user_id', '=', userId).execute(),
    services: await tx.selectFrom('app.service_connections').select('status').where('user_id', '=', userId).execute(),
    forwards: await tx.selectFrom('app.forward_addresses').select('id').where('user_id', '=', userId).execute(),
    notifications: await tx.selectFrom('notifications').select('kind').where('user_id', '=', userId).execute(),
  }))

test('what was connected before the owner proved the address is not used before the owner signs in to it', async () => {
  const { email, userId, session } = await newUser(app)
  const attacker = { token: session.access_token, userId }
  const mailboxId = await connectMailbox(app, attacker, await newMailbox(app))
  const account = await connectService(app, attacker, 'dropbox')
  await confirmForwardAddress(app, attacker, newEmail())
  expect(await statesOf(userId)).toMatchObject({
    mailboxes: [{ status: 'active' }],
    services: [{ status: 'active' }],
    forwards: [{}],
  })

  const { auth } = clientOf(app)
  await auth.resetPasswordForEmail(email)
  const sent = (await emailsTo(app, email)).findLast(({ subject }) => subject.startsWith('Reset'))
  const { data } = await auth.verifyOtp({ email, token: sent ? codeIn(sent) : '', type: 'recovery' })
  await app.runDueJobs()
  expect(await statesOf(userId)).toEqual({
    mailboxes: [{ status: 'reauth_required' }],
    services: [{ status: 'needs_reauth' }],
    forwards: [],
    notifications: expect.arrayContaining([{ kind: 'connection_needs_sign_in' }, { kind: 'mailbox_needs_sign_in' }]),
  })

  const owner = { token: data.session?.access_token ?? '', userId }
  // "Refresh Token" signs in with nothing that the attacker has left.
  expect(await callFunction(app, owner, 'mail-authentication', { action: 'refresh', mailboxId })).toMatchObject({
    status: 409,
    body: { error: { code: 'mailbox_reauth_required' } },
  })
  expect((await statesOf(userId)).mailboxes).toEqual([{ status: 'reauth_required' }])
  await connectService(app, owner, 'dropbox')
  const { body } = await callFunction(app, owner, 'service-connections', { action: 'list' })
  expect(body.connections).toMatchObject([{ provider: 'dropbox', status: 'active' }])
  expect(JSON.stringify(body.connections)).not.toContain(account)
})
