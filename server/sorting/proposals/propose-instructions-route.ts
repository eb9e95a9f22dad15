import {
  ProposeInstructionsInput,
  ProposeInstructionsOutput,
} from '../../../contract/functions/propose-instructions.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { fail } from '../../errors.ts'
import { functionRoute, perUser } from '../../http/routing/route.ts'
import { findOwnMailbox } from '../../mail/mailboxes/mailbox-queries.ts'
import { dismissProposal, fillInstructions, openProposals } from './proposal-queries.ts'

/** Proposed instructions for folders that have none: lists, accepts or dismisses them. */
export const proposeInstructionsRoute = functionRoute('propose-instructions', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: ProposeInstructionsInput,
  output: ProposeInstructionsOutput,
  async handle(ctx, { user: { userId }, input }): Promise<ProposeInstructionsOutput> {
    const { mailboxId } = input
    return ctx.db.asService(async (tx) => {
      if (!(await findOwnMailbox(tx, { userId, mailboxId }))) fail('mailbox_not_found')
      if (input.action === 'accept') for (const one of input.accepted) await fillInstructions(tx, mailboxId, one)
      if (input.action === 'dismiss') await dismissProposal(tx, mailboxId, input.folderId, ctx.clock.now())
      if (input.action !== 'list') await publishLiveEvent(tx, userId, { type: 'folders', mailboxId })
      return { proposals: await openProposals(tx, mailboxId) }
    })
  },
})
