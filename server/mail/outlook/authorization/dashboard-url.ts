import { errors, type ErrorCode } from '../../../../contract/errors.ts'
import type { Context } from '../../../context.ts'

/** Length of `error_details` in the URL to which a failed callback redirects. */
const errorDetailsMaxLength = 200

/** Where the browser goes after the callback: always our own page. */
const dashboardUrl = (ctx: Pick<Context, 'config'>, query: Record<string, string>): string =>
  `${ctx.config.publicUrl}/dashboard?${new URLSearchParams(query)}`

export const connectedUrl = (ctx: Pick<Context, 'config'>, at: { mailboxId: string; address: string }): string =>
  dashboardUrl(ctx, { tab: 'mailbox', mailbox_connected: 'true', mailbox_id: at.mailboxId, email: at.address })

/** The details are our own text: Microsoft's description can change, and can be long. */
export const failedUrl = (ctx: Pick<Context, 'config'>, code: ErrorCode): string =>
  dashboardUrl(ctx, {
    tab: 'mailbox',
    error: code,
    error_details: errors[code][1].slice(0, errorDetailsMaxLength),
  })
