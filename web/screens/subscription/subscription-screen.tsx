import { useState } from 'react'
import { isPaidPlan } from '../../../contract/limits.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { isPaymentConfirmed } from '../../lib/plan-pricing.ts'
import { Footer } from '../../shell/footer.tsx'
import { PageHeading } from '../../shell/page-heading.tsx'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { AddonsAdvert } from './addons-advert.tsx'
import { MonthlyUsageCard } from './monthly-usage-card.tsx'
import { PaymentPending } from './payment-pending.tsx'
import { SubscriptionDetails } from './subscription-details.tsx'
import { useCheckoutReturn } from './use-checkout-return.ts'
import { useFreePlanNotice } from './use-free-plan-notice.ts'
import { useSubscriptionData } from './use-subscription-data.ts'

const closeOnFailure = { failed: ({ onClose }: { onClose: () => void }) => onClose() }
const PlanChooserDialog = onDemand(
  async () => (await import('./plan-chooser-dialog.tsx')).PlanChooserDialog,
  closeOnFailure,
)
const AddonManagerDialog = onDemand(
  async () => (await import('./addon-manager-dialog.tsx')).AddonManagerDialog,
  closeOnFailure,
)

export function SubscriptionScreen() {
  const [openDialog, setOpenDialog] = useState<'plans' | 'addons' | null>(null)
  const data = useSubscriptionData({ needsAddons: openDialog === 'addons' })
  const { userId, current, activePlan, plans, booked, addons, isAddonAdvertised, isLoading } = data
  useFreePlanNotice()
  const { payment, checkAgain } = useCheckoutReturn(userId)
  const isPaymentAwaited = payment !== 'none' && !isPaymentConfirmed(current)
  const isPaid = activePlan !== null && isPaidPlan(activePlan)
  const close = (): void => setOpenDialog(null)
  const viewPlans = (): void => setOpenDialog('plans')
  const manageAddons = (): void => setOpenDialog('addons')

  return (
    <>
      <PageHeading
        title={t('Subscription')}
        actions={
          <ViewPlansButton isVisible={data.subscription.data !== undefined} isPaid={isPaid} onClick={viewPlans} />
        }
      />
      {isPaymentAwaited && <PaymentPending late={payment === 'late'} onCheckAgain={checkAgain} />}
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-3">
        <div className="min-w-0 xl:col-span-2">
          <SubscriptionDetails
            data={data}
            isPaymentAwaited={isPaymentAwaited}
            onViewPlans={viewPlans}
            onManageAddons={manageAddons}
            onPrepareAddons={AddonManagerDialog.prepare}
          />
        </div>
        {!isLoading && (
          <div className="min-w-0 space-y-6">
            <MonthlyUsageCard userId={userId} />
            {isAddonAdvertised && addons.data && addons.data.length > 0 && (
              <AddonsAdvert addons={addons.data} onManage={current?.status === 'active' ? manageAddons : null} />
            )}
          </div>
        )}
      </div>
      {!isLoading && <Footer />}
      {openDialog === 'plans' && (
        <PlanChooserDialog
          subscription={current}
          booked={booked.data ?? []}
          processed={data.processed}
          plans={plans}
          onClose={close}
        />
      )}
      {openDialog === 'addons' && current?.plan && (
        <AddonManagerDialog
          plan={current.plan}
          addons={addons}
          booked={booked}
          onViewPlans={viewPlans}
          onClose={close}
        />
      )}
    </>
  )
}

interface ViewPlansButtonProps {
  /** Reserves its space while the subscription loads. */
  isVisible: boolean
  isPaid: boolean
  onClick: () => void
}

function ViewPlansButton({ isVisible, isPaid, onClick }: ViewPlansButtonProps) {
  return (
    <Button
      tone="primary"
      className={isVisible ? '' : 'invisible'}
      onPointerEnter={PlanChooserDialog.prepare}
      onFocus={PlanChooserDialog.prepare}
      onClick={onClick}
    >
      {isPaid ? t('Change Plan') : t('Subscribe Now')}
    </Button>
  )
}
