import type { ReactNode } from 'react'
import { isPaidPlan } from '../../../contract/limits.ts'
import type { Addon, Subscription } from '../../../contract/tables.ts'
import type { BookedAddon } from '../../api/subscription.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AddonManagerForm } from './addon-manager-form.tsx'

interface AddonManagerDialogProps {
  plan: NonNullable<Subscription['plan']>
  addons: { data: readonly Addon[] | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown }
  booked: { data: readonly BookedAddon[] | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown }
  onViewPlans: () => void
  onClose: () => void
}

export function AddonManagerDialog({ plan, addons, booked, onViewPlans, onClose }: AddonManagerDialogProps) {
  const retry = (): void => {
    if (addons.isError) void addons.refetch()
    if (booked.isError) void booked.refetch()
  }
  return (
    <Dialog
      onClose={onClose}
      size="wide"
      title={t('Manage Email Add-ons')}
      description={t('Each add-on raises the number of emails that are sorted for you every month.')}
    >
      {!isPaidPlan(plan) ? (
        <Message
          tone="neutral"
          onClose={onClose}
          action={
            <Button tone="primary" onClick={onViewPlans}>
              {t('View Plans')}
            </Button>
          }
        >
          {t('Add-ons need a paid plan. Please subscribe to a plan first.')}
        </Message>
      ) : addons.data && booked.data ? (
        <AddonManagerForm plan={plan} addons={addons.data} booked={booked.data} onClose={onClose} />
      ) : addons.isError || booked.isError ? (
        <Message
          tone="bad"
          onClose={onClose}
          action={<RetryButton tone="primary" busy={addons.isFetching || booked.isFetching} onRetry={retry} />}
        >
          {t('Failed to load subscription add-ons. Please try again later.')}
        </Message>
      ) : (
        <output className="mt-5 block space-y-5">
          <span className="sr-only">{t('Loading add-ons...')}</span>
          <Skeleton className="h-36 w-full" />
          <Skeleton className="h-36 w-full" />
        </output>
      )}
    </Dialog>
  )
}

interface MessageProps {
  tone: 'neutral' | 'bad'
  action: ReactNode
  onClose: () => void
  children: ReactNode
}

function Message({ tone, action, onClose, children }: MessageProps) {
  return (
    <div className="mt-5 space-y-5">
      <Notice tone={tone} {...(tone === 'bad' && { role: 'alert' as const })}>
        {children}
      </Notice>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        {action}
      </div>
    </div>
  )
}
