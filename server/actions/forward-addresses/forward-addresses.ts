import type { z } from 'zod'
import { ForwardAddressesInput, ForwardAddressesOutput } from '../../../contract/functions/forward-addresses.ts'
import { functionRoute, perUser } from '../../http/routing/route.ts'
import { requestAddressConfirmation } from './request-address-confirmation.ts'
import { removeForwardAddress } from './remove-forward-address.ts'
import { listForwardAddresses } from './forward-address-queries.ts'

export const forwardAddresses = functionRoute('forward-addresses', {
  auth: 'user',
  limit: perUser(60, 'minute'),
  input: ForwardAddressesInput,
  output: ForwardAddressesOutput,
  async handle(ctx, { user, input, from }): Promise<z.input<typeof ForwardAddressesOutput>> {
    if (input.action === 'ask') await requestAddressConfirmation(ctx, { user, from, address: input.address })
    if (input.action === 'remove') await removeForwardAddress(ctx, { ...user, address: input.address }, from)
    const addresses = await ctx.db.asService((tx) => listForwardAddresses(tx, user.userId))
    return {
      addresses: addresses.map(({ address, requestedAt, confirmedAt, withdrawnAt }) => ({
        address,
        status: confirmedAt ? ('confirmed' as const) : withdrawnAt ? ('withdrawn' as const) : ('waiting' as const),
        asked_at: requestedAt.toISOString(),
      })),
    }
  },
})
