import {
  ProposeInstructionsInput,
  ProposeInstructionsOutput,
} from '../../../contract/functions/propose-instructions.ts'
import { tellPages } from '../../db/live.ts'
import { fail } from '../../errors.ts'
import { fn, perUser } from '../../http/route.ts'
import { mailboxOf } from '../../mail/queries.ts'
import { dismissProposal, fillInstructions, openProposals } from './proposal-queries.ts'

/** Instructions that we propose for folders that have none, and what the person makes of them. */
export const proposeInstructions = fn('propose-instructions', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: ProposeInstructionsInput,
  output: ProposeInstructionsOutput,
  async handle(ctx, { user: { userId }, input }): Promise<ProposeInstructionsOutput> {
    const { mailboxId } = input
    return ctx.db.asService(async (tx) => {
      if (!(await mailboxOf(tx, { userId, mailboxId }))) fail('mailbox_not_found')
      if (input.action === 'accept') for (const one of input.accepted) await fillInstructions(tx, mailboxId, one)
      if (input.action === 'dismiss') await dismissProposal(tx, mailboxId, input.folderId, ctx.clock.now())
      if (input.action !== 'list') await tellPages(tx, userId, { type: 'folders', mailboxId })
      return { proposals: await openProposals(tx, mailboxId) }
    })
  },
})
