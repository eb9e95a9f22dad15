import { expect, test } from 'vitest'
import { callFunction, signUp, type Visitor } from '../../test/kit/outlook.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { timeZoneOf } from '../shared/user-time-zones.ts'

const app = await appOfFile()

const call = async (who: Visitor, input: object) => (await callFunction(app, who, 'account-time-zone', input)).body
const zoneOf = ({ userId }: Visitor) => app.ctx.db.asService((tx) => timeZoneOf(tx, userId))

test('is UTC until a browser reports one, and follows the browser until the user chooses', async () => {
  const [who, other] = [await signUp(app), await signUp(app)]
  expect(await zoneOf(who)).toBe('UTC')
  const report = (timeZone: string) => call(who, { action: 'report', timeZone })
  expect(await report('America/New_York')).toEqual({ timeZone: 'America/New_York', isChosen: false })
  expect(await report('Europe/Berlin')).toEqual({ timeZone: 'Europe/Berlin', isChosen: false })
  const chosen = { timeZone: 'Asia/Tokyo', isChosen: true }
  expect(await call(who, { action: 'save', ...chosen })).toEqual(chosen)
  expect(await report('Europe/Berlin')).toEqual(chosen)
  expect(await zoneOf(who)).toBe('Asia/Tokyo')
  const automatic = { timeZone: 'Europe/Berlin', isChosen: false }
  expect(await call(who, { action: 'save', ...automatic })).toEqual(automatic)
  expect(await report('UTC')).toEqual({ timeZone: 'UTC', isChosen: false })
  expect(await zoneOf(other)).toBe('UTC')
})

test('open pages hear of a choice, and not of a report, which each of them repeats', async () => {
  const who = await signUp(app)
  const heard: string[] = []
  const end = app.ctx.live.subscribe(who.userId, ({ type }) => heard.push(type))
  await call(who, { action: 'report', timeZone: 'Asia/Tokyo' })
  await call(who, { action: 'save', timeZone: 'Europe/Berlin', isChosen: true })
  await call(who, { action: 'report', timeZone: 'UTC' })
  await call(who, { action: 'save', timeZone: 'Europe/Berlin', isChosen: false })
  await expect.poll(() => heard).toEqual(['time-zone', 'time-zone'])
  end()
})

test.each(['Mars/Olympus', '+02:00', '', "UTC'; drop table x", 'Europe', 7, null])(
  'refuses the time zone %j',
  async (timeZone) => {
    const who = await signUp(app)
    for (const input of [
      { action: 'report', timeZone },
      { action: 'save', timeZone, isChosen: true },
    ])
      expect(await call(who, input)).toMatchObject({ error: { code: 'invalid_input' } })
    expect(await zoneOf(who)).toBe('UTC')
  },
)

test('is readable and writable by the server only', async () => {
  const who = await signUp(app)
  await call(who, { action: 'report', timeZone: 'Asia/Tokyo' })
  const as = { role: 'authenticated', sub: who.userId } as const
  await expect(
    app.ctx.db.asUser(as, (tx) => tx.selectFrom('app.user_time_zones').selectAll().execute()),
  ).rejects.toThrow('permission denied')
  await expect(
    app.ctx.db.asUser(as, (tx) => tx.updateTable('app.user_time_zones').set({ time_zone: 'UTC' }).execute()),
  ).rejects.toThrow('permission denied')
})
