import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { actingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { callFunction, signUp, type Visitor } from '../../../test/kit/outlook.ts'
import { emailsTo, lastEmailTo } from '../../../test/kit/outbox.ts'
import { newEmail } from '../../../test/kit/start-accounts.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { openLink } from '../../../test/kit/verify-link.ts'
import {
  confirmationLinkIn,
  confirmForwardAddress,
  pressConfirm,
  pressRevoke,
} from '../../../test/kit/forward-address.ts'
import { purgeExpiredLogs } from '../../sorting/purge-expired-logs.ts'
import { AccountActivityOutput } from '../../../contract/functions/account-activity.ts'
import { NotificationsOutput } from '../../../contract/functions/notifications.ts'
import { accountEmail } from '../../shared/account-email.ts'
import { hashSecret } from '../../sealed.ts'
import { requestAddressConfirmation } from './request-address-confirmation.ts'
import { listForwardAddresses, findForwardAddress } from './forward-address-queries.ts'

const Addresses = z.object({
  addresses: z.array(z.object({ address: z.string(), status: z.string(), asked_at: z.string() })),
})

const app = await appOfFile()
let who: Visitor
let address: string
beforeEach(async () => {
  who = await signUp(app)
  address = newEmail()
})

const call = (input: object, by = who) => callFunction(app, by, 'forward-addresses', input)
const ask = (to = address, by = who) => call({ action: 'ask', address: to }, by)
const statusOf = async (by = who): Promise<string[]> =>
  Addresses.parse((await call({ action: 'list' }, by)).body).addresses.map((row) => `${row.address} ${row.status}`)
const auditEvents = async () =>
  AccountActivityOutput.parse((await callFunction(app, who, 'account-activity', { action: 'list' })).body).events
const auditActions = async (): Promise<string[]> => (await auditEvents()).map(({ action }) => action)
const accountEmailOf = async (user: Visitor): Promise<string> =>
  (await app.ctx.db.asAccounts((tx) => accountEmail(tx, user.userId))) ?? ''
/** Subjects of the emails to the user, oldest first. */
const noticesTo = async (user = who): Promise<string[]> =>
  (await emailsTo(app, await accountEmailOf(user))).map(({ subject }) => subject)
const notificationsOf = async () =>
  NotificationsOutput.parse((await callFunction(app, who, 'notifications', { action: 'list' })).body).notifications
const link = async (to = address): Promise<URL> => confirmationLinkIn(await lastEmailTo(app, to))

describe('requesting confirmation', () => {
  test('sends a link that names the user and the consequences, and waits', async () => {
    const { status, body } = await ask(address.toUpperCase())
    expect(status).toBe(200)
    expect(Addresses.parse(body).addresses).toMatchObject([{ address, status: 'waiting' }])
    const email = await lastEmailTo(app, address)
    expect(email.subject).toBe('May Mailroom forward emails to you?')
    const text = email.text.replaceAll(/\s+/g, ' ')
    for (const part of [
      await accountEmailOf(who),
      'Nothing is forwarded before you agree',
      'for 7 days',
      'the same link ends the forwarding',
      'do nothing',
    ])
      expect(text).toContain(part)
    expect(await auditEvents()).toContainEqual(
      expect.objectContaining({ action: 'forward_address_asked', detail: address, ip: '127.0.0.1' }),
    )
  })

  test('accepts a single plain address only', async () => {
    for (const bad of [
      '',
      'nobody',
      'a@b.example, c@d.example',
      'Eve <eve@b.example>',
      'a@b.example\r\nbcc: e@f.example',
      `${'a'.repeat(65)}@b.example`,
    ])
      expect((await ask(bad)).status).toBe(400)
    expect(await statusOf()).toEqual([])
  })

  test('sends at most one link a minute and says how long to wait', async () => {
    await ask()
    const again = await ask()
    expect([again.status, Number(again.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
    await app.advance('61 s')
    expect((await ask()).status).toBe(200)
    expect(await emailsTo(app, address)).toHaveLength(2)
  })

  test('concurrent requests send one link', async () => {
    const user = await app.ctx.access.verify(who.token)
    const from = { request: new Request(app.url), ip: '127.0.0.1' }
    await Promise.allSettled(
      Array.from({ length: 8 }, () => requestAddressConfirmation(app.ctx, { user, from, address })),
    )
    expect(await emailsTo(app, address)).toHaveLength(1)
  })

  test('stops after twenty requests a day', async () => {
    const limit = { points: 20, seconds: 86_400 }
    for (let n = 0; n < 19; n++) await app.ctx.limits.consume('forward-address', limit, who.userId)
    expect((await ask(newEmail())).status).toBe(200)
    expect((await ask(newEmail())).status).toBe(429)
  })

  test('silently limits the emails to one address across users', async () => {
    const answers: number[] = []
    for (let n = 0; n < 12; n++) answers.push((await ask(address, await signUp(app))).status)
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(await emailsTo(app, address)).toHaveLength(10)
    // A plus tag leads to the same inbox.
    const noted = address.replace('@', '+anything@')
    expect((await ask(noted)).status).toBe(200)
    expect(await emailsTo(app, noted)).toEqual([])
  })

  test('sends no further email to a confirmed address', async () => {
    await confirmForwardAddress(app, who, address)
    await app.advance('2 min')
    expect((await ask()).status).toBe(200)
    expect(await emailsTo(app, address)).toHaveLength(1)
    expect(await statusOf()).toEqual([`${address} confirmed`])
  })

  test('does not reveal requests of other users', async () => {
    await confirmForwardAddress(app, who, address)
    const otherUser = await signUp(app)
    expect(await statusOf(otherUser)).toEqual([])
    expect(Addresses.parse((await ask(address, otherUser)).body).addresses).toMatchObject([{ status: 'waiting' }])
  })

  test("refuses the user's own mailbox", async () => {
    const acting = await actingMailbox(app, ['forward_mail'])
    const own = acting.mailbox.email.toUpperCase()
    expect(await ask(own, acting.who)).toMatchObject({ status: 409, body: { error: { code: 'forward_address_own' } } })
    await expect(acting.configure('forward_mail', { destination_email: own })).rejects.toThrow('forward_address_own')
    expect(await statusOf(acting.who)).toEqual([])
  })

  test('of a new address needs a recent sign-in', async () => {
    const acting = await actingMailbox(app, ['forward_mail'])
    await acting.configure('forward_mail', { destination_email: address })
    await app.advance('6 min')
    const other = newEmail()
    const refused = { status: 403, body: { error: { code: 'reauthentication_needed' } } }
    expect(await ask(other, acting.who)).toMatchObject(refused)
    await expect(acting.configure('forward_mail', { destination_email: other })).rejects.toThrow(
      'reauthentication_needed',
    )
    // The saved address may get another link.
    expect((await ask(address, acting.who)).status).toBe(200)
    await acting.configure('forward_mail', { destination_email: address })
    expect(await statusOf(acting.who)).toEqual([`${address} waiting`])
    expect(await emailsTo(app, other)).toEqual([])
  })

  test('reports a server that cannot send email', async () => {
    const ctx = { ...app.ctx, vendors: { ...app.ctx.vendors, smtp: null } }
    const caller = await app.ctx.access.verify(who.token)
    const from = { request: new Request(app.url), ip: '127.0.0.1' }
    await expect(requestAddressConfirmation(ctx, { user: caller, from, address })).rejects.toMatchObject({
      code: 'email_not_configured',
    })
    expect(await statusOf()).toEqual([])
  })
})

describe('the user', () => {
  const removalLink = async (): Promise<URL> => {
    const { text } = await lastEmailTo(app, await accountEmailOf(who))
    expect(text).toContain(address)
    return new URL(/^https?:\S+\/api\/forward-address\/remove\?\S+$/m.exec(text)?.[0] ?? '')
  }
  const pressRemove = async (url: URL): Promise<number> => {
    const body = new URLSearchParams({ token: url.searchParams.get('token') ?? '' })
    return (await fetch(new URL('/api/forward-address/remove', url), { method: 'POST', body })).status
  }
  const asked = 'Mailroom was asked to forward your emails'
  const confirmed = 'Mailroom may now forward your emails'

  test('is notified by email and in the bell when an address is requested and when it is confirmed', async () => {
    await ask()
    expect(await noticesTo()).toEqual([asked])
    expect(await notificationsOf()).toMatchObject([{ kind: 'forward_address_requested', address }])
    await app.advance('61 s')
    await ask()
    expect(await noticesTo()).toEqual([asked])
    await pressConfirm(await link())
    expect(await noticesTo()).toEqual([asked, confirmed])
    expect((await lastEmailTo(app, await accountEmailOf(who))).text).toContain('127.0.0.1')
    expect((await notificationsOf()).map(({ kind }) => kind)).toContain('forward_address_confirmed')
    expect(await auditEvents()).toContainEqual(
      expect.objectContaining({ action: 'forward_address_confirmed', detail: address, ip: '127.0.0.1' }),
    )
  })

  test('removes the address by the link of either email, which changes nothing when it is opened', async () => {
    await ask()
    const first = await removalLink()
    await pressConfirm(await link())
    const second = await removalLink()
    expect((await openLink(second)).page).toContain('Remove address')
    expect(await statusOf()).toEqual([`${address} confirmed`])
    expect(await pressRemove(first)).toBe(200)
    expect(await statusOf()).toEqual([])
    expect(await notificationsOf()).toEqual([])
    expect((await auditEvents())[0]).toMatchObject({ action: 'forward_address_removed', detail: address })
    expect(await pressRemove(second)).toBe(410)
    expect((await pressConfirm(await link()))[0]).toBe(410)
  })

  test('removes the address on the page; another user cannot', async () => {
    await ask()
    await call({ action: 'remove', address }, await signUp(app))
    expect(await statusOf()).toEqual([`${address} waiting`])
    expect((await call({ action: 'remove', address })).status).toBe(200)
    expect((await call({ action: 'remove', address: 'a\0b' })).status).toBe(400)
    expect(await statusOf()).toEqual([])
  })

  test('a removal link with a forged token is refused', async () => {
    await ask()
    const url = await removalLink()
    const token = url.searchParams.get('token') ?? ''
    for (const forged of ['', 'x', `${token}x`, token.slice(0, -1), hashSecret(token).toString('base64url')]) {
      url.searchParams.set('token', forged)
      expect(await pressRemove(url)).toBe(410)
    }
    expect(await statusOf()).toEqual([`${address} waiting`])
  })
})

describe('the confirmation link', () => {
  test('changes nothing when opened; its button confirms once', async () => {
    await ask()
    const url = await link()
    for (let n = 0; n < 3; n++) {
      const { status, page } = await openLink(url)
      expect([status, page]).toEqual([200, expect.stringContaining('Allow forwarding')])
      expect(page).not.toContain(address)
    }
    expect(await statusOf()).toEqual([`${address} waiting`])
    expect(await pressConfirm(url)).toEqual([200, expect.stringContaining('Email may be forwarded to you')])
    expect(await statusOf()).toEqual([`${address} confirmed`])
    expect(await auditActions()).toContain('forward_address_confirmed')
    expect(await pressConfirm(url)).toEqual([200, expect.stringContaining('Email may be forwarded to you')])
    expect(await statusOf()).toEqual([`${address} confirmed`])
    expect((await auditActions()).filter((action) => action === 'forward_address_confirmed')).toHaveLength(1)
  })

  test('withdraws and renews the consent', async () => {
    await ask()
    const url = await link()
    await pressConfirm(url)
    const { page } = await openLink(url)
    expect(page).toContain('End forwarding')
    expect(page).not.toContain(address)
    expect(await statusOf()).toEqual([`${address} confirmed`])
    for (let n = 0; n < 2; n++)
      expect(await pressRevoke(url)).toEqual([200, expect.stringContaining('Forwarding has ended')])
    expect(await statusOf()).toEqual([`${address} withdrawn`])
    expect(await auditActions()).toContain('forward_address_withdrawn')
    expect(await ask()).toMatchObject({ status: 409, body: { error: { code: 'forward_address_withdrawn' } } })
    expect(await emailsTo(app, address)).toHaveLength(1)
    expect((await pressConfirm(url))[0]).toBe(200)
    expect(await statusOf()).toEqual([`${address} confirmed`])
  })

  test('stays valid while the address is confirmed', async () => {
    await ask()
    const url = await link()
    await pressConfirm(url)
    await app.advance('400 days')
    expect((await pressRevoke(url))[0]).toBe(200)
    const at = { userId: who.userId, address }
    const known = await app.ctx.db.asService((tx) => findForwardAddress(tx, at))
    expect(known).toMatchObject({ confirmedAt: null, withdrawnAt: expect.any(Date) })
  })

  test('withdraws nothing before the address was confirmed', async () => {
    await ask()
    const url = await link()
    await pressRevoke(url)
    expect(await statusOf()).toEqual([`${address} waiting`])
  })

  test('expires after seven days', async () => {
    await ask()
    const url = await link()
    await app.advance('7 days')
    expect((await pressConfirm(url))[0]).toBe(410)
    expect((await openLink(url)).status).toBe(410)
  })

  test('is invalidated by a newer one', async () => {
    await ask()
    const old = await link()
    await app.advance('61 s')
    await ask()
    const newer = await link()
    expect((await pressConfirm(old))[0]).toBe(410)
    expect((await pressConfirm(newer))[0]).toBe(200)
  })

  test('is not sent after an earlier one was used', async () => {
    await ask()
    const url = await link()
    await app.advance('61 s')
    await ask()
    expect((await pressConfirm(url))[0]).toBe(200)
    expect(await emailsTo(app, address)).toHaveLength(1)
    expect(await statusOf()).toEqual([`${address} confirmed`])
  })

  test('confirms the address for one user only', async () => {
    const otherUser = await signUp(app)
    await ask()
    const url = await link()
    await ask(address, otherUser)
    await emailsTo(app, address)
    await pressConfirm(url)
    expect(await statusOf()).toEqual([`${address} confirmed`])
    expect(await statusOf(otherUser)).toEqual([`${address} waiting`])
  })

  test('refuses an unknown, empty or missing token', async () => {
    for (const query of ['', '?token=', `?token=${'x'.repeat(43)}`]) {
      expect((await openLink(new URL(`${app.url}/api/forward-address${query}`))).status).toBe(410)
    }
    const posted = await fetch(`${app.url}/api/forward-address`, { method: 'POST', body: new URLSearchParams() })
    expect(posted.status).toBe(410)
  })

  test('is stored only as a hash', async () => {
    await ask()
    const token = (await link()).searchParams.get('token') ?? ''
    const rows = await app.ctx.db.asService((tx) => tx.selectFrom('app.forward_addresses').selectAll().execute())
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

test('deletes only unanswered addresses, after a month', async () => {
  const [agreed, ended] = [newEmail(), newEmail()]
  await ask()
  await confirmForwardAddress(app, who, agreed)
  await confirmForwardAddress(app, who, ended)
  await pressRevoke(confirmationLinkIn(await lastEmailTo(app, ended)))
  const kept = async () =>
    (await app.ctx.db.asService((tx) => listForwardAddresses(tx, who.userId))).map((row) => row.address).toSorted()
  await app.advance('29 days')
  await purgeExpiredLogs(app.ctx)
  expect(await kept()).toEqual([address, agreed, ended].toSorted())
  await app.advance('2 days')
  await purgeExpiredLogs(app.ctx)
  expect(await kept()).toEqual([agreed, ended].toSorted())
})

describe('saving the action', () => {
  test('with a new address requests confirmation once and names the mailbox', async () => {
    const acting = await actingMailbox(app, ['forward_mail'])
    await acting.configure('forward_mail', { destination_email: address })
    const { text } = await lastEmailTo(app, address)
    expect(text.replaceAll(/\s+/g, ' ')).toContain(`arrive at ${acting.mailbox.email}`)
    await acting.configure('forward_mail', { destination_email: address })
    await app.advance('30 min')
    await acting.configure('forward_mail', { destination_email: address })
    expect(await emailsTo(app, address)).toHaveLength(1)
    expect(await statusOf(acting.who)).toEqual([`${address} waiting`])
  })
})
