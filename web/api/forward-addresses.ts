import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ForwardAddressesOutput, type ForwardAddressStatus } from '../../contract/functions/forward-addresses.ts'
import { callFunction } from './call-function.ts'

/** Forward addresses, and whether their owners have confirmed them. */
export const forwardAddressesQuery = queryOptions({
  queryKey: ['forward-addresses'],
  queryFn: async (): Promise<ForwardAddressStatus[]> =>
    (await callFunction('forward-addresses', { action: 'list' }, ForwardAddressesOutput)).addresses,
})

/** @returns undefined if no confirmation was ever requested. Stored addresses are in lower case. */
export const confirmationOf = (
  addresses: readonly ForwardAddressStatus[],
  address: string,
): ForwardAddressStatus['status'] | undefined =>
  addresses.find((each) => each.address === address.toLowerCase())?.status

/** Ends the forwarding to an address and removes it. */
export function useRemoveForwardAddress() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (address: string) =>
      callFunction('forward-addresses', { action: 'remove', address }, ForwardAddressesOutput),
    onSuccess: ({ addresses }) => client.setQueryData(forwardAddressesQuery.queryKey, addresses),
  })
}

/** Sends the confirmation link, also repeatedly. */
export function useRequestForwardConfirmation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (address: string) =>
      callFunction('forward-addresses', { action: 'ask', address }, ForwardAddressesOutput),
    onSuccess: ({ addresses }) => client.setQueryData(forwardAddressesQuery.queryKey, addresses),
  })
}
