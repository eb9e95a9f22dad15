import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type AddonChoice,
  CancelSubscriptionOutput,
  type ChangePrice,
  CreateCheckoutOutput,
  CustomerPortalOutput,
  ManageAddonsOutput,
} from '../../contract/functions/billing.ts'
import { t } from '../texts/translate.ts'
import { ApiError } from './api-error.ts'
import { callFunction } from './call-function.ts'
import { navigateAway, redirectToService } from './external-redirect.ts'

const missingUrl = (): ApiError => new ApiError('no_address', 0, t('The server sent no address. Please try again.'))

const missingPrice = (): ApiError => new ApiError('no_preview', 0, t('The server sent no price. Please try again.'))

/** The server returns the page's own URL if the change needed no checkout. */
const isOwnUrl = (url: string): boolean => {
  const address = URL.parse(url)
  return address?.origin === location.origin && address.pathname === '/subscription'
}

/** Redirects and never resolves. @param onLeave called before a redirect to the payment provider */
const followUrl = (url: string, onLeave: () => void): Promise<never> =>
  isOwnUrl(url) ? navigateAway(url) : redirectToService(url, onLeave)

/** Refetches after a rejected change: the page may show an outdated subscription. */
function useInvalidateSubscription(): () => void {
  const client = useQueryClient()
  return () => {
    for (const key of ['subscription', 'subscription-addons']) void client.invalidateQueries({ queryKey: [key] })
  }
}

type CheckoutOutcome = 'free' | 'same' | 'manage'

interface PlanChangeInput {
  planId: string
  /** Of the price that was shown, so that the same amount is charged. */
  prorationDate: number | undefined
}

/** Subscribes to a plan. Stays pending during a redirect. */
export const useCheckout = (onLeave: () => void) =>
  useMutation({
    onError: useInvalidateSubscription(),
    mutationFn: async (change: PlanChangeInput): Promise<CheckoutOutcome> => {
      const answer = await callFunction('create-checkout', { ...change, addons: [] }, CreateCheckoutOutput)
      if ('freePlan' in answer) return 'free'
      if ('alreadySubscribed' in answer) return answer.suggestManageSubscription ? 'manage' : 'same'
      if (!('url' in answer)) throw missingUrl()
      return followUrl(answer.url, onLeave)
    },
  })

/** Cancels the paid plan immediately. */
export const useCancelToFree = (onError: (error: Error) => void) =>
  useMutation({
    // Set here, not at `mutate`: it also runs if the screen has unmounted because the session ended.
    onError,
    mutationFn: async (): Promise<{ alreadyFree: boolean }> => {
      const { alreadyFree = false } = await callFunction('cancel-subscription', {}, CancelSubscriptionOutput)
      return { alreadyFree }
    },
  })

interface AddonsChangeInput {
  addons: AddonChoice[]
  /** Of the price that was shown, so that the same amount is charged. */
  prorationDate: number | undefined
}

export const useManageAddons = (onLeave: () => void) =>
  useMutation({
    onError: useInvalidateSubscription(),
    mutationFn: async (change: AddonsChangeInput): Promise<void> => {
      const answer = await callFunction('manage-addons', { ...change }, ManageAddonsOutput)
      if (!('url' in answer)) throw missingUrl()
      await followUrl(answer.url, onLeave)
    },
  })

const changePriceCacheMs = 60_000
const changePricePollMs = 5 * 60_000

/** Refetched before the server's proration date expires (10 minutes). */
const changePriceCacheOptions = {
  staleTime: changePriceCacheMs,
  gcTime: changePriceCacheMs,
  refetchInterval: changePricePollMs,
  retry: false,
}

/** Price of a set of add-ons, calculated by the payment provider. */
export const addonChangePriceQuery = (addons: AddonChoice[]) =>
  queryOptions({
    queryKey: ['change-price', { addons }],
    ...changePriceCacheOptions,
    queryFn: async (): Promise<ChangePrice> => {
      const answer = await callFunction('manage-addons', { addons, preview: true }, ManageAddonsOutput)
      if (!('preview' in answer)) throw missingPrice()
      return answer.preview
    },
  })

/** Price of another plan with the current add-ons, calculated by the payment provider. */
export const planChangePriceQuery = (planId: string) =>
  queryOptions({
    queryKey: ['change-price', { planId }],
    ...changePriceCacheOptions,
    queryFn: async (): Promise<ChangePrice> => {
      const answer = await callFunction('create-checkout', { planId, addons: [], preview: true }, CreateCheckoutOutput)
      if (!('preview' in answer)) throw missingPrice()
      return answer.preview
    },
  })

/** Opens the billing portal. Its URL is a short-lived bearer secret: requested at each click and not cached. */
export const usePortal = () =>
  useMutation({
    gcTime: 0,
    onError: useInvalidateSubscription(),
    mutationFn: async (): Promise<void> => {
      const { url } = await callFunction('customer-portal', {}, CustomerPortalOutput)
      await redirectToService(url)
    },
  })
