import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type AddonChoice,
  CancelSubscriptionOutput,
  type ChangePreview,
  CreateCheckoutOutput,
  CustomerPortalOutput,
  ManageAddonsOutput,
} from '../../contract/functions/billing.ts'
import { ApiError } from './api-error.ts'
import { callFunction } from './call-function.ts'
import { goTo, leaveFor } from './leave-page.ts'

const noAddress = (): ApiError => new ApiError('no_address', 0, 'No address came back.')

const noPreview = (): ApiError => new ApiError('no_preview', 0, 'No price came back.')

/** Without having been anywhere: where nothing had to be asked, the way back is answered at once. */
const isOwn = (url: string): boolean => {
  const address = URL.parse(url)
  return address?.origin === location.origin && address.pathname === '/subscription'
}

/** Leaves the page, and is pending meanwhile. @param onLeave is told before that the provider's page comes next */
const follow = (url: string, onLeave: () => void): Promise<never> => (isOwn(url) ? goTo(url) : leaveFor(url, onLeave))

/** Who is refused may be looking at what was true before: it is read anew. */
function useReadAnew(): () => void {
  const client = useQueryClient()
  return () => {
    for (const key of ['subscription', 'subscription-addons']) void client.invalidateQueries({ queryKey: [key] })
  }
}

export type CheckoutEnd = 'free' | 'same' | 'manage'

interface PlanWish {
  planId: string
  /** Of the preview that was shown, so that the cents are those. */
  prorationDate: number | undefined
}

/** Begins a plan. It stays pending while the page is being left. */
export const useCheckout = (onLeave: () => void) =>
  useMutation({
    onError: useReadAnew(),
    mutationFn: async (wish: PlanWish): Promise<CheckoutEnd> => {
      const answer = await callFunction('create-checkout', { ...wish, addons: [] }, CreateCheckoutOutput)
      if ('freePlan' in answer) return 'free'
      if ('alreadySubscribed' in answer) return answer.suggestManageSubscription ? 'manage' : 'same'
      if (!('url' in answer)) throw noAddress()
      return follow(answer.url, onLeave)
    },
  })

/** Leaves the paid plan at once. @returns whether the plan was free already */
export const useCancelToFree = (onError: (error: Error) => void) =>
  useMutation({
    // Told also where the screen is gone by then, with the session.
    onError,
    mutationFn: async (): Promise<{ alreadyFree: boolean }> => {
      const { alreadyFree = false } = await callFunction('cancel-subscription', {}, CancelSubscriptionOutput)
      return { alreadyFree }
    },
  })

interface AddonsWish {
  addons: AddonChoice[]
  /** Of the preview that was shown, so that the cents are those. */
  prorationDate: number | undefined
}

export const useManageAddons = (onLeave: () => void) =>
  useMutation({
    onError: useReadAnew(),
    mutationFn: async (wish: AddonsWish): Promise<void> => {
      const answer = await callFunction('manage-addons', { ...wish }, ManageAddonsOutput)
      if (!('url' in answer)) throw noAddress()
      await follow(answer.url, onLeave)
    },
  })

/** A price is true for the moment in which it was asked for, and the server holds it for ten minutes. */
const previewTimes = { staleTime: 60_000, gcTime: 60_000, refetchInterval: 5 * 60_000, retry: false }

/** What a set of add-ons would cost, as the provider reckons it. */
export const addonPreviewQuery = (addons: AddonChoice[]) =>
  queryOptions({
    queryKey: ['change-preview', { addons }],
    ...previewTimes,
    queryFn: async (): Promise<ChangePreview> => {
      const answer = await callFunction('manage-addons', { addons, preview: true }, ManageAddonsOutput)
      if (!('preview' in answer)) throw noPreview()
      return answer.preview
    },
  })

/** What another plan would cost who has add-ons, as the provider reckons it. */
export const planPreviewQuery = (planId: string) =>
  queryOptions({
    queryKey: ['change-preview', { planId }],
    ...previewTimes,
    queryFn: async (): Promise<ChangePreview> => {
      const answer = await callFunction('create-checkout', { planId, addons: [], preview: true }, CreateCheckoutOutput)
      if (!('preview' in answer)) throw noPreview()
      return answer.preview
    },
  })

/** The portal's address is good for minutes, and for whoever holds it: it is asked for at each click and not kept. */
export const usePortal = () =>
  useMutation({
    gcTime: 0,
    onError: useReadAnew(),
    mutationFn: async (): Promise<void> => {
      const { url } = await callFunction('customer-portal', {}, CustomerPortalOutput)
      await leaveFor(url)
    },
  })
