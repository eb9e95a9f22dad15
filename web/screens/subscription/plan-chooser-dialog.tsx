import { type FormEvent, useId, useState } from 'react'
import { isPaidPlan } from '../../../contract/limits.ts'
import type { Plan, Subscription } from '../../../contract/tables.ts'
import type { BookedAddon } from '../../api/subscription.ts'
import { formatPrice } from '../../lib/format.ts'
import { effectivePlan, recommendedPlan } from '../../lib/plan-pricing.ts'
import { toastError } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PlanComparison } from './plan-comparison.tsx'
import { ChangePlanDialog, SwitchToFreeDialog } from './plan-dialogs.tsx'
import { useBillingPortal } from './use-billing-portal.ts'
import { isDowngradeToFree, usePlanChoice } from './use-plan-choice.ts'

interface PlanChooserDialogProps {
  subscription: Subscription | null
  booked: readonly BookedAddon[]
  /** Emails sorted this month; null while loading. */
  processed: number | null
  plans: { data: readonly Plan[] | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown }
  onClose: () => void
}

export function PlanChooserDialog({ plans, ...form }: PlanChooserDialogProps) {
  const { onClose } = form
  return (
    <Dialog
      onClose={onClose}
      size="wide"
      title={t('Choose a Plan')}
      description={t('Your plan sets how many emails are sorted each month. You can change it at any time.')}
    >
      {plans.data ? (
        <PlanForm plans={plans.data} {...form} />
      ) : plans.isError ? (
        <div className="mt-5 space-y-5">
          <Notice tone="bad" role="alert">
            {t('Failed to load subscription plans. Please try again later.')}
          </Notice>
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <RetryButton tone="primary" busy={plans.isFetching} onRetry={() => plans.refetch()} />
          </div>
        </div>
      ) : (
        <output className="mt-5 block space-y-3">
          <span className="sr-only">{t('Loading plans...')}</span>
          <Skeleton className="h-22 w-full" />
          <Skeleton className="h-22 w-full" />
          <Skeleton className="h-22 w-full" />
        </output>
      )}
    </Dialog>
  )
}

interface PlanFormProps extends Omit<PlanChooserDialogProps, 'plans'> {
  plans: readonly Plan[]
}

function PlanForm({ subscription, booked, processed, plans, onClose }: PlanFormProps) {
  const { subscribe, switchToFree, busy } = usePlanChoice(onClose)
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const [isConfirming, setIsConfirming] = useState(false)
  const current = effectivePlan(subscription)
  const recommended = recommendedPlan(plans, processed)
  const selected = plans.find(({ id }) => id === selectedId && id !== current?.id) ?? null

  const cancelConfirm = (): void => setIsConfirming(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!selected) return toastError(t('No plan selected'), t('Please select a plan to continue.'))
    // With add-ons the server changes the plan immediately, without a checkout page, so the page asks for confirmation.
    if (isDowngradeToFree(subscription, selected) || (current && isPaidPlan(selected) && booked.length > 0))
      setIsConfirming(true)
    else subscribe(selected)
  }
  return (
    <form onSubmit={submit} className="mt-5">
      <fieldset className="space-y-3">
        <legend className="sr-only">{t('Plan')}</legend>
        {plans.map((plan) => (
          <PlanOption
            key={plan.id}
            plan={plan}
            isCurrent={plan.id === current?.id}
            isRecommended={plan === recommended && plan.id !== current?.id}
            checked={plan === selected}
            onChoose={() => setSelectedId(plan.id)}
          />
        ))}
      </fieldset>
      {selected && isPaidPlan(selected) && current && isPaidPlan(current) && (
        <ChangeNote from={current.name} to={selected.name} hasAddons={booked.length > 0} />
      )}
      <PlanComparison plans={plans} />
      <DialogFooter>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" tone="primary" busy={busy}>
          {selected && !isPaidPlan(selected) ? t('Switch to Free Plan') : t('Subscribe')}
        </Button>
      </DialogFooter>
      {isConfirming && subscription && selected && !isPaidPlan(selected) && (
        <SwitchToFreeDialog
          subscription={subscription}
          booked={booked}
          plan={selected}
          busy={busy}
          onCancel={cancelConfirm}
          onConfirm={switchToFree}
        />
      )}
      {isConfirming && current && selected && isPaidPlan(selected) && (
        <ChangePlanDialog
          current={current}
          booked={booked}
          plan={selected}
          busy={busy}
          onCancel={cancelConfirm}
          onConfirm={(prorationDate) => subscribe(selected, prorationDate)}
        />
      )}
    </form>
  )
}

/** What “Subscribe” does for a user who pays already; without add-ons the payment provider changes the plan. */
function ChangeNote({ from, to, hasAddons }: { from: string; to: string; hasAddons: boolean }) {
  const portal = useBillingPortal()
  return (
    <output className="mt-3 block">
      <Notice tone="neutral">
        {hasAddons ? (
          t('{to} replaces {from}; your add-ons stay. The next step shows the price.', { from, to })
        ) : (
          <>
            <p>{t('You pay for {from} already. Use “Manage Subscription” to change it to {to}.', { from, to })}</p>
            <Button size="small" className="mt-2.5" busy={portal.busy} onClick={portal.open}>
              {t('Manage Subscription')}
            </Button>
          </>
        )}
      </Notice>
    </output>
  )
}

interface PlanOptionProps {
  plan: Plan
  isCurrent: boolean
  isRecommended: boolean
  checked: boolean
  onChoose: () => void
}

/** A plan as a radio button in a card. */
function PlanOption({ plan, isCurrent, isRecommended, checked, onChoose }: PlanOptionProps) {
  const id = useId()
  return (
    <label
      className={
        'flex items-start gap-3 rounded-xl border border-line p-4 transition-colors ' +
        'has-checked:border-accent has-checked:bg-accent-soft ' +
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ' +
        (isCurrent ? 'bg-sunken' : 'cursor-pointer hover:border-edge')
      }
    >
      <input
        type="radio"
        name="plan"
        checked={checked}
        disabled={isCurrent}
        onChange={onChoose}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-facts`}
        className="mt-1 size-4 shrink-0 accent-accent outline-none"
      />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="flex items-center gap-2 font-semibold">
            <span id={`${id}-name`}>{plan.name}</span>
            {isCurrent && <Badge tone="accent">{t('Current Plan')}</Badge>}
            {isRecommended && <Badge tone="good">{t('Recommended')}</Badge>}
          </span>
          <span className="tabular-nums">
            <span className="font-semibold">{formatPrice(plan.price_monthly)}</span>
            <span className="text-sm text-muted">{` ${t('per month')}`}</span>
          </span>
        </span>
        <span id={`${id}-facts`} className="mt-0.5 block text-sm text-muted">
          <span className="sr-only">{t('{price} per month', { price: formatPrice(plan.price_monthly) })}. </span>
          {plan.description && `${t(plan.description)} · `}
          {t('{limit} emails per month', { limit: plan.email_limit })}
        </span>
      </span>
    </label>
  )
}
