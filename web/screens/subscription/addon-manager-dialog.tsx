import { type FormEvent, type ReactNode, useState } from 'react'
import { isPaidPlan } from '../../../contract/limits.ts'
import type { Addon, Plan, Subscription } from '../../../contract/tables.ts'
import { useManageAddons } from '../../api/billing.ts'
import type { BookedAddon } from '../../api/subscription.ts'
import { formatPrice } from '../../lib/format.ts'
import { toastError } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import {
  type AddonOption,
  addonOptions,
  bookedQuantities,
  monthlyAddonPrice,
  type Quantities,
  submitLabel,
  toAddonChoices,
} from './addon-quantities.ts'
import { ChangeTotals, prorationDateOf, useAddonChangePrice } from './change-totals.tsx'
import { addonsFailure, toastFailure } from './failure-messages.ts'
import { toastRedirecting } from './use-plan-choice.ts'

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

interface AddonManagerFormProps {
  plan: Pick<Plan, 'price_monthly' | 'email_limit'>
  /** Add-ons currently offered. */
  addons: readonly Addon[]
  booked: readonly BookedAddon[]
  onClose: () => void
}

function AddonManagerForm({ plan, addons: sold, booked, onClose }: AddonManagerFormProps) {
  const addons = addonOptions(sold, booked)
  const manage = useManageAddons(toastRedirecting)
  const before = bookedQuantities(booked)
  const [changed, setChanged] = useState<Quantities>({})
  const quantities = { ...before, ...changed }
  const choices = toAddonChoices(addons, quantities)
  const price = monthlyAddonPrice(addons, quantities)
  const change = price - monthlyAddonPrice(addons, before)
  const changePrice = useAddonChangePrice(change === 0 || choices.length === 0 ? null : choices)
  const limit = addons.reduce((sum, { id, email_limit }) => sum + email_limit * (quantities[id] ?? 0), plan.email_limit)

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (choices.length === 0)
      return toastError(t('No Add-ons Selected'), t('Please select at least one add-on to continue.'))
    manage.mutate(
      { addons: choices, prorationDate: prorationDateOf(changePrice) },
      { onError: (error) => toastFailure(error, addonsFailure) },
    )
  }
  return (
    <form onSubmit={submit} className="mt-5">
      <ul className="divide-y divide-line rounded-lg border border-line">
        {addons.map((addon) => (
          <AddonRow
            key={addon.id}
            addon={addon}
            quantity={quantities[addon.id] ?? 0}
            onChange={(quantity) => setChanged({ ...changed, [addon.id]: quantity })}
          />
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">
        {t('With this choice {limit} emails are sorted for you each month.', { limit })}
      </p>
      <ChangeTotals total={plan.price_monthly + price} change={change} changePrice={changePrice} />
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button
          type="submit"
          tone="primary"
          busy={manage.isPending}
          paused={changePrice.state === 'loading'}
          disabled={change === 0}
        >
          {submitLabel(change)}
        </Button>
      </div>
    </form>
  )
}

interface AddonRowProps {
  addon: AddonOption
  quantity: number
  onChange: (quantity: number) => void
}

function AddonRow({ addon, quantity, onChange }: AddonRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0">
        <h3 className="text-base font-medium">{t(addon.name)}</h3>
        <p className="text-sm text-muted">
          {t('+{emails} emails · {price} per month', {
            emails: addon.email_limit,
            price: formatPrice(addon.price_monthly),
          })}
        </p>
        {!addon.isSold && (
          <p className="text-sm text-muted">{t('No longer sold. You can keep or remove it, but not add more.')}</p>
        )}
      </div>
      <Stepper label={t(addon.name)} value={quantity} min={0} max={addon.maxQuantity} onChange={onChange} />
    </li>
  )
}
