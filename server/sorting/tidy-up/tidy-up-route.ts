import type { z } from 'zod'
import { TidyUpInput, TidyUpOutput } from '../../../contract/functions/tidy-up.ts'
import { addMs } from '../../clock.ts'
import { fail } from '../../errors.ts'
import { functionRoute, perUser } from '../../http/routing/route.ts'
import { tidyUpUndoMs } from '../../limits.ts'
import { findOwnMailbox } from '../../mail/mailboxes/mailbox-queries.ts'
import { makePress } from './make-press.ts'
import { pressesSince } from './press-queries.ts'
import { scanInbox } from './scan-inbox.ts'
import { undoPress } from './undo-press.ts'

/** Tidy up: groups the inbox of the last days, and files or leaves what the user confirms. */
export const tidyUpRoute = functionRoute('tidy-up', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: TidyUpInput,
  output: TidyUpOutput,
  async handle(ctx, { user: { userId }, input }): Promise<z.input<typeof TidyUpOutput>> {
    const at = { userId, mailboxId: input.mailboxId }
    const mailbox = (await ctx.db.asService((tx) => findOwnMailbox(tx, at))) ?? fail('mailbox_not_found')
    if (input.action === 'scan') return scanInbox(ctx, mailbox, input.from)
    if (input.action === 'file') await makePress(ctx, mailbox, input)
    if (input.action === 'leave') await makePress(ctx, mailbox, { ...input, folderId: null, move: false })
    if (input.action === 'undo') await undoPress(ctx, mailbox, input.pressId)
    const since = addMs(ctx.clock.now(), -tidyUpUndoMs)
    return { presses: await ctx.db.asService((tx) => pressesSince(tx, mailbox.id, since)) }
  },
})
