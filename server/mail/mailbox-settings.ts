import type { z } from 'zod'
import { FilingSchedule } from '../../contract/filing-time.ts'
import {
  MailboxSettingsInput,
  MailboxSettingsOutput,
  type MailboxSettings,
  type SettingsChange,
} from '../../contract/functions/mailbox-settings.ts'
import { addMs } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { publishLiveEvent } from '../db/live-events.ts'
import { fail } from '../errors.ts'
import { functionRoute, perUser } from '../http/routing/route.ts'
import { deleteFollowUps } from './people/follow-up-queries.ts'
import { deleteKnownPeople } from './people/known-people-queries.ts'
import {
  findMailboxSettings,
  saveMailboxSettings,
  settingColumnsOf,
  storedSettingsOf,
} from './mailboxes/mailbox-settings-queries.ts'
import { providerOf } from './providers/mail-providers.ts'

const previewDurationMs = 24 * 60 * 60_000

export const mailboxSettings = functionRoute('mailbox-settings', {
  auth: 'user',
  limit: perUser(60, 'minute'),
  input: MailboxSettingsInput,
  output: MailboxSettingsOutput,
  async handle(ctx, { user: { userId }, input }): Promise<z.input<typeof MailboxSettingsOutput>> {
    const at = { userId, mailboxId: input.mailboxId }
    return ctx.db.asService(async (tx) => {
      if (input.action === 'catch-up') return requestCatchUp(ctx, tx, at)
      const now = ctx.clock.now()
      if (input.action === 'save') await save(ctx, tx, at, input, now)
      return { settings: await read(ctx, tx, at) }
    })
  },
})

interface MailboxKey {
  userId: string
  mailboxId: string
}

async function save(
  ctx: Pick<Context, 'jobs'>,
  tx: Tx,
  at: MailboxKey,
  { name, threshold, previewOnly, ...stored }: SettingsChange,
  now: Date,
): Promise<void> {
  const changes = {
    ...settingColumnsOf(stored),
    ...(name === undefined ? {} : { name }),
    ...(threshold === undefined ? {} : { confidence_threshold: threshold }),
    ...(previewOnly === undefined ? {} : { preview_until: previewOnly ? addMs(now, previewDurationMs) : null }),
  }
  if (Object.keys(changes).length === 0) return
  if (stored.keepKnownPeople === false) await deleteKnownPeople(tx, at)
  if (stored.followUpDays === null) await deleteFollowUps(tx, at)
  if (!(await saveMailboxSettings(tx, at, changes, now))) fail('mailbox_not_found')
  // What is due by other times is filed.
  if (isScheduleChanged(stored)) await ctx.jobs.enqueue(tx, 'look-at-delayed', { mailboxId: at.mailboxId })
  if (stored.keepKnownPeople === true) await ctx.jobs.enqueue(tx, 'read-sent-mail', { mailboxId: at.mailboxId })
  await publishLiveEvent(tx, at.userId, { type: 'mailbox', mailboxId: at.mailboxId })
}

const scheduleNames = FilingSchedule.keyof().options
const isScheduleChanged = (stored: SettingsChange): boolean => scheduleNames.some((name) => stored[name] !== undefined)

async function read(
  ctx: Pick<Context, 'clock' | 'vendors'>,
  tx: Tx,
  at: MailboxKey,
): Promise<z.input<typeof MailboxSettings>> {
  const now = ctx.clock.now()
  const found = (await findMailboxSettings(tx, at)) ?? fail('mailbox_not_found')
  const stored = storedSettingsOf(found)
  return {
    mailboxId: at.mailboxId,
    name: found.name,
    email_address: found.email_address,
    threshold: found.confidence_threshold,
    ...stored,
    askModel: ctx.vendors.model === null ? null : stored.askModel,
    previewUntil: found.preview_until && found.preview_until > now ? found.preview_until.toISOString() : null,
    realTime: found.real_time,
    permissions: providerOf(found.kind).describePermissions(found.scopes ?? ''),
  }
}

/** The job does nothing where catching up is impossible; a user who requests it receives the reason. */
async function requestCatchUp(ctx: Pick<Context, 'jobs'>, tx: Tx, at: MailboxKey): Promise<{ success: true }> {
  const found = (await findMailboxSettings(tx, at)) ?? fail('mailbox_not_found')
  if (found.status === 'reauth_required') fail('mailbox_reauth_required')
  if (!found.real_time) fail('real_time_off')
  await ctx.jobs.enqueue(tx, 'catch-up', { mailboxId: at.mailboxId })
  await ctx.jobs.enqueue(tx, 'detect-manual-moves', { mailboxId: at.mailboxId })
  return { success: true }
}
