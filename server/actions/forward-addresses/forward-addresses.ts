import type { z } from 'zod'
import { ForwardAddressesInput, ForwardAddressesOutput } from '../../../contract/functions/forward-addresses.ts'
import { fn, perUser } from '../../http/route.ts'
import { askAddress } from './ask-address.ts'
import { addressesOf } from './queries.ts'

export const forwardAddresses = fn('forward-addresses', {
  auth: 'user',
  limit: perUser(60, 'minute'),
  input: ForwardAddressesInput,
  output: ForwardAddressesOutput,
  async handle(ctx, { user, input, from }): Promise<z.input<typeof ForwardAddressesOutput>> {
    if (input.action === 'ask') await askAddress(ctx, { user, from, address: input.address })
    const addresses = await ctx.db.asService((tx) => addressesOf(tx, user.userId))
    return {
      addresses: addresses.map(({ address, askedAt, confirmedAt, withdrawnAt }) => ({
        address,
        status: confirmedAt ? ('confirmed' as const) : withdrawnAt ? ('withdrawn' as const) : ('waiting' as const),
        asked_at: askedAt.toISOString(),
      })),
    }
  },
})
