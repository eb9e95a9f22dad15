import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { AccountActivityOutput } from '../../contract/functions/account-activity.ts'
import { AccountSession } from '../../contract/functions/account-sessions.ts'
import { callFunction, type Visitor } from '../../test/kit/outlook.ts'
import { goodPassword, newEmail } from '../../test/kit/start-accounts.ts'
import { appOfFile } from '../../test/kit/start-app.ts'

const app = await appOfFile()

/** A client with its own storage. */
const client = (userAgent: string) =>
  createClient(app.url, app.ctx.access.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { 'user-agent': userAgent } },
  })

async function twoDevices() {
  const email = newEmail()
  const [laptop, phone] = [client('A laptop'), client('A phone')]
  const first = await laptop.auth.signUp({ email, password: goodPassword })
  await app.advance('2 min')
  const second = await phone.auth.signInWithPassword({ email, password: goodPassword })
  const userId = first.data.user?.id ?? ''
  const visitor = (token: string | undefined): Visitor => ({ token: token ?? '', userId })
  return {
    phone,
    onLaptop: visitor(first.data.session?.access_token),
    onPhone: visitor(second.data.session?.access_token),
  }
}

async function sessionsOf(who: Visitor): Promise<AccountSession[]> {
  const { status, body } = await callFunction(app, who, 'account-sessions', { action: 'list' })
  expect(status).toBe(200)
  return AccountSession.array().parse(body['sessions'])
}
const end = (who: Visitor, sessionId: string) =>
  callFunction(app, who, 'account-sessions', { action: 'end', sessionId })

test('lists the user’s sessions, last used first', async () => {
  const { onLaptop } = await twoDevices()
  expect(await sessionsOf(onLaptop)).toMatchObject([
    { userAgent: 'A phone', current: false, aal: 'aal1' },
    { userAgent: 'A laptop', current: true, aal: 'aal1' },
  ])
})

test('a session that is ended is refused immediately, here and at its next refresh', async () => {
  const { phone, onLaptop, onPhone } = await twoDevices()
  const other = (await sessionsOf(onLaptop)).find(({ current }) => !current)
  expect(await end(onLaptop, other?.id ?? '')).toMatchObject({ status: 200, body: { success: true } })
  expect(await callFunction(app, onPhone, 'account-sessions', { action: 'list' })).toMatchObject({ status: 401 })
  expect((await phone.auth.refreshSession()).error).not.toBeNull()
  expect(await sessionsOf(onLaptop)).toHaveLength(1)
})

test('does not list sessions that were idle for a month', async () => {
  const { onLaptop } = await twoDevices()
  const [used] = await sessionsOf(onLaptop)
  await app.ctx.db.asAccounts((tx) =>
    tx
      .updateTable('auth.sessions')
      .set({ refreshed_at: new Date(0) })
      .where('user_id', '=', onLaptop.userId)
      .where('id', '<>', used?.id ?? '')
      .execute(),
  )
  expect(await sessionsOf(onLaptop)).toHaveLength(1)
})

test('shows the owner the events of their own account only', async () => {
  const { onLaptop } = await twoDevices()
  const { body } = await callFunction(app, onLaptop, 'account-activity', { action: 'list' })
  const { events } = AccountActivityOutput.parse(body)
  expect(events[0]).toMatchObject({ action: 'signed_in', userAgent: 'A phone', ip: expect.any(String) })
  expect(events.filter(({ action }) => action === 'signed_in')).toHaveLength(2)
})
