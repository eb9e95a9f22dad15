import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { ServiceAuthOutput, ServiceConnection } from '../../contract/functions/service-connections.ts'
import { Provider } from '../../contract/providers.ts'
import { type WaitingAction, waitingAction } from '../lib/waiting-action.ts'
import { t, text } from '../texts/translate.ts'
import { ApiError } from './api-error.ts'
import { callFunction } from './call-function.ts'
import { redirectToService } from './external-redirect.ts'

const ConnectionList = z.object({ connections: ServiceConnection.array(), available: Provider.array() })

export const connectionsQuery = queryOptions({
  queryKey: ['service-connections'],
  queryFn: () => callFunction('service-connections', { action: 'list' }, ConnectionList),
})

/** The function that starts each service's sign-in, and the message if it returns no URL. */
const authorizeFunctions = {
  dropbox: { name: 'dropbox-auth', failure: text('Failed to initiate Dropbox connection') },
  google_drive: { name: 'google-auth', failure: text('Failed to initiate Google Drive connection') },
  onedrive: { name: 'onedrive-auth', failure: text('Failed to initiate OneDrive connection') },
  teamleader: { name: 'teamleader-auth', failure: text('Failed to initiate TeamLeader connection') },
} as const satisfies Record<Provider, { name: string; failure: string }>

const Authorized = ServiceAuthOutput.partial()

interface ServiceToConnect {
  provider: Provider
  /** Is switched on, and shown again, once the service is connected. */
  waiting?: WaitingAction
}

/** Redirects to the service's sign-in. Stays pending during the redirect. */
export const useConnectService = () =>
  useMutation({
    mutationFn: async ({ provider, waiting }: ServiceToConnect): Promise<void> => {
      const { name, failure } = authorizeFunctions[provider]
      const { url } = await callFunction(name, { action: 'authorize' }, Authorized).catch((cause: unknown) => {
        const { code, status } = cause instanceof ApiError ? cause : { code: 'unexpected', status: 0 }
        throw new ApiError(code, status, t(failure), { cause })
      })
      if (url === undefined) throw new ApiError('no_address', 0, t('No authorization URL received'))
      waitingAction.store(waiting ?? null)
      await redirectToService(url)
    },
  })

const Disconnected = z.object({ success: z.boolean() })

export function useDisconnectService() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (provider: Provider): Promise<void> => {
      const { success } = await callFunction('service-connections', { action: 'disconnect', provider }, Disconnected)
      if (!success) throw new ApiError('not_disconnected', 0, t('Disconnect operation failed'))
    },
    onSuccess: () => client.invalidateQueries({ queryKey: connectionsQuery.queryKey }),
  })
}
