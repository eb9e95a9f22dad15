import { type FormEvent, useState } from 'react'
import { isPaidPlan } from '../../../contract/limits.ts'
import type { Plan, Subscription } from '../../../contract/tables.ts'
import type { BookedAddon } from '../../api/plan.ts'
import { planInForce } from '../../lib/plan.ts'
import { toastError } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PlanOption } from './plan-option.tsx'
import { ChangeQuestion, LeaveQuestion } from './plan-question.tsx'
import { leavesPaidPlan, usePlanChoice } from './use-plan-choice.ts'

interface PlanChooserDialogProps {
  subscription: Subscription | null
  booked: readonly BookedAddon[]
  plans: { data: readonly Plan[] | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown }
  onClose: () => void
}

export function PlanChooserDialog({ subscription, booked, plans, onClose }: PlanChooserDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      size="wide"
      title="Choose a Plan"
      description="A plan says how many emails are sorted for you each month. You can change it at any time."
    >
      {plans.data ? (
        <PlanForm subscription={subscription} booked={booked} plans={plans.data} onClose={onClose} />
      ) : plans.isError ? (
        <div className="mt-5 space-y-5">
          <Notice tone="bad" role="alert">
            Failed to load subscription plans. Please try again later.
          </Notice>
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button tone="primary" busy={plans.isFetching} onClick={() => void plans.refetch()}>
              Try Again
            </Button>
          </div>
        </div>
      ) : (
        <output className="mt-5 block space-y-3">
          <span className="sr-only">Loading plans...</span>
          <Skeleton className="h-22 w-full" />
          <Skeleton className="h-22 w-full" />
          <Skeleton className="h-22 w-full" />
        </output>
      )}
    </Dialog>
  )
}

interface PlanFormProps {
  subscription: Subscription | null
  booked: readonly BookedAddon[]
  plans: readonly Plan[]
  onClose: () => void
}

function PlanForm({ subscription, booked, plans, onClose }: PlanFormProps) {
  const { subscribe, leave, busy } = usePlanChoice(onClose)
  const [pickedId, setPickedId] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const current = planInForce(subscription)
  const picked = plans.find(({ id }) => id === pickedId && id !== current?.id) ?? null

  const stopAsking = (): void => setAsking(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!picked) return toastError('No plan selected', 'Please select a plan to continue.')
    // With add-ons the plan is changed at once, without a page of the payment provider on which it could be thought over.
    if (leavesPaidPlan(subscription, picked) || (current && isPaidPlan(picked) && booked.length > 0)) setAsking(true)
    else subscribe(picked)
  }
  return (
    <form onSubmit={submit} className="mt-5">
      <fieldset className="space-y-3">
        <legend className="sr-only">Plan</legend>
        {plans.map((plan) => (
          <PlanOption
            key={plan.id}
            plan={plan}
            isCurrent={plan.id === current?.id}
            checked={plan === picked}
            onChoose={() => setPickedId(plan.id)}
          />
        ))}
      </fieldset>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" tone="primary" busy={busy}>
          {picked && !isPaidPlan(picked) ? 'Switch to Free Plan' : 'Subscribe'}
        </Button>
      </div>
      {asking && subscription && picked && !isPaidPlan(picked) && (
        <LeaveQuestion subscription={subscription} busy={busy} onCancel={stopAsking} onConfirm={leave} />
      )}
      {asking && current && picked && isPaidPlan(picked) && (
        <ChangeQuestion
          current={current}
          booked={booked}
          plan={picked}
          busy={busy}
          onCancel={stopAsking}
          onConfirm={(prorationDate) => subscribe(picked, prorationDate)}
        />
      )}
    </form>
  )
}
