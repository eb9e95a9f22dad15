import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ForwardAddressesOutput, type ForwardAddressStatus } from '../../contract/functions/forward-addresses.ts'
import { callFunction } from './call-function.ts'

/** Where mail may be forwarded to, and whether whoever reads there has agreed. */
export const forwardAddressesQuery = queryOptions({
  queryKey: ['forward-addresses'],
  queryFn: async (): Promise<ForwardAddressStatus[]> =>
    (await callFunction('forward-addresses', { action: 'list' }, ForwardAddressesOutput)).addresses,
})

/** @returns what is known of an address, undefined where it was never asked. Addresses are kept in small letters. */
export const confirmationOf = (
  addresses: readonly ForwardAddressStatus[],
  address: string,
): ForwardAddressStatus['status'] | undefined =>
  addresses.find((each) => each.address === address.toLowerCase())?.status

/** Sends the link, or sends it again. */
export function useAskForwardAddress() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (address: string) =>
      callFunction('forward-addresses', { action: 'ask', address }, ForwardAddressesOutput),
    onSuccess: ({ addresses }) => client.setQueryData(forwardAddressesQuery.queryKey, addresses),
  })
}
