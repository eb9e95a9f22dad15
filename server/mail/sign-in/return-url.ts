import { errors, type ErrorCode } from '../../../contract/errors.ts'
import type { Context } from '../../context.ts'

/** Where the browser lands after the sign-in: always our own page, whatever was asked (checklist C4). */
const dashboard = (ctx: Pick<Context, 'config'>, query: Record<string, string>): string =>
  `${ctx.config.publicUrl}/dashboard?${new URLSearchParams(query)}`

export const connectedUrl = (ctx: Pick<Context, 'config'>, at: { mailboxId: string; address: string }): string =>
  dashboard(ctx, { tab: 'mailbox', mailbox_connected: 'true', mailbox_id: at.mailboxId, email: at.address })

/** The details are our own text: what Microsoft describes can change, and can be long. */
export const failedUrl = (ctx: Pick<Context, 'config'>, code: ErrorCode): string =>
  dashboard(ctx, { tab: 'mailbox', error: code, error_details: errors[code][1].slice(0, 200) })
