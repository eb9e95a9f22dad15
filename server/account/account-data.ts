import type { z } from 'zod'
import { AccountDataInput, AccountDataOutput } from '../../contract/functions/account-data.ts'
import { functionRoute, perUser } from '../http/routing/route.ts'
import { requestAccountDeletion } from './request-account-deletion.ts'
import { exportAccount } from './export-account.ts'

export const accountData = functionRoute('account-data', {
  auth: 'user',
  limit: perUser(60, 'hour'),
  input: AccountDataInput,
  output: AccountDataOutput,
  async handle(ctx, { user, input, from }): Promise<z.input<typeof AccountDataOutput>> {
    if (input.action === 'export') return exportAccount(ctx, user, from)
    await requestAccountDeletion(ctx, user, input.nonce ?? '')
    return { success: true }
  },
})
