import { type FormEvent, useState } from 'react'
import { isPaidPlan } from '../../../contract/limits.ts'
import type { Plan, Subscription } from '../../../contract/tables.ts'
import type { BookedAddon } from '../../api/subscription.ts'
import { effectivePlan, recommendedPlan } from '../../lib/plan-pricing.ts'
import { toastError } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PlanComparison } from './plan-comparison.tsx'
import { PlanOption } from './plan-option.tsx'
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
