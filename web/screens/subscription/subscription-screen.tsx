import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isPaidPlan } from '../../../contract/limits.ts'
import type { Addon } from '../../../contract/tables.ts'
import { useProduct } from '../../api/product.tsx'
import { subscriptionQuery } from '../../api/subscription.ts'
import { formatPrice } from '../../lib/format.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { isPaymentConfirmed } from '../../lib/plan-pricing.ts'
import { toastSuccess } from '../../lib/toast.ts'
import { Link } from '../../routing/link.tsx'
import { useLocation } from '../../routing/router-view.tsx'
import { replaceLocation } from '../../routing/router.ts'
import { Footer } from '../../shell/footer.tsx'
import { FullPage } from '../../shell/full-page.tsx'
import { PageHeading } from '../../shell/page-heading.tsx'
import { t } from '../../texts/translate.ts'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toasts } from '../../ui/toast-store.ts'
import { MonthlyUsageCard } from './monthly-usage-card.tsx'
import { SubscriptionDetails } from './subscription-details.tsx'
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

export const SubscriptionScreen = () => (useProduct().hasPlans ? <Subscription /> : <NoPlans />)

/** An address from elsewhere: no link leads here. */
const NoPlans = () => (
  <FullPage
    title={t('Subscription')}
    heading={t('There are no plans here')}
    text={<p>{t('This server has no plans and no payments. Its operator can add them with Stripe.')}</p>}
    action={
      <Link to="/dashboard" className={buttonClasses('primary')}>
        {t('Open the dashboard')}
      </Link>
    }
  />
)

function Subscription() {
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

interface AddonsAdvertProps {
  addons: readonly Addon[]
  /** Null if add-ons cannot be changed now. */
  onManage: (() => void) | null
}

/** Advertises add-ons to users of the plan `addonsPromotedOnPlan`. */
function AddonsAdvert({ addons, onManage }: AddonsAdvertProps) {
  return (
    <section className="rounded-xl border border-accent/25 bg-accent-soft p-5">
      <h2 className="text-base font-semibold">{t('Need more emails?')}</h2>
      <p className="mt-1 text-sm text-muted">
        {t('Add-ons raise your monthly limit immediately. You can buy several of each.')}
      </p>
      <ul className="mt-3 space-y-1.5 text-sm">
        {addons.map(({ id, email_limit, price_monthly }) => (
          <li key={id} className="flex justify-between gap-4">
            <span>{t('+{emails} emails', { emails: email_limit })}</span>
            <span className="text-muted tabular-nums">
              {t('{price} per month', { price: formatPrice(price_monthly) })}
            </span>
          </li>
        ))}
      </ul>
      {onManage && (
        <Button className="mt-4" onClick={onManage}>
          {t('Choose Add-ons')}
        </Button>
      )}
    </section>
  )
}

/** Shown after the return from checkout until the payment provider confirms the payment. */
function PaymentPending({ late, onCheckAgain }: { late: boolean; onCheckAgain: () => void }) {
  const [checkedAgain, setCheckedAgain] = useState(false)
  const checkAgain = (): void => {
    setCheckedAgain(true)
    onCheckAgain()
  }
  return (
    <output className="mb-6 block">
      <Notice tone={late || checkedAgain ? 'warn' : 'neutral'}>
        {late || checkedAgain ? (
          <>
            <p>
              {t(
                'The payment provider has not confirmed the payment yet. Your change takes effect automatically as ' +
                  'soon as it does; you can leave this page.',
              )}
            </p>
            <Button size="small" className="mt-2.5" busy={!late} onClick={checkAgain}>
              {t('Check Again')}
            </Button>
          </>
        ) : (
          <span className="flex items-center gap-3">
            <Spinner />
            {t('Waiting for your payment to be confirmed...')}
          </span>
        )}
      </Notice>
    </output>
  )
}

/** `waiting`: returned from checkout, not confirmed yet; `late`: all checks are done without a confirmation. */
type PaymentState = 'none' | 'waiting' | 'late'

/**
 * Handles the return from checkout: cleans the URL and checks for the payment. Anyone can craft such a URL, so success
 * is shown only once the server confirms it.
 * @returns the state, and `checkAgain` for a late payment
 */
function useCheckoutReturn(userId: string): { payment: PaymentState; checkAgain: () => void } {
  const client = useQueryClient()
  const location = useLocation()
  const [payment, setPayment] = useState<PaymentState>('none')

  useEffect(() => {
    const { session_id, addon_session_id, canceled } = location.search
    const hasCheckedOut = session_id !== undefined || addon_session_id !== undefined
    if (!hasCheckedOut && canceled === undefined) return
    if (hasCheckedOut) void awaitPayment(client, userId, setPayment)
    else toasts.show('neutral', t('Checkout Canceled'), t('You have canceled the checkout process.'))
    replaceLocation(location, { to: '/subscription' })
  }, [location, client, userId])

  return { payment, checkAgain: () => void awaitPayment(client, userId, setPayment) }
}

/** Delays between the checks whether a payment has arrived. */
const paymentCheckDelaysSeconds = [1, 2, 4, 8]

async function awaitPayment(
  client: QueryClient,
  userId: string,
  setPayment: (state: PaymentState) => void,
): Promise<void> {
  for (const delay of [...paymentCheckDelaysSeconds, null]) {
    if (await hasPaid(client, userId)) {
      setPayment('none')
      toastSuccess(t('Payment Successful'), t('Your subscription has been updated successfully.'))
      return
    }
    setPayment(delay === null ? 'late' : 'waiting')
    if (delay !== null) await new Promise((resolve) => setTimeout(resolve, delay * 1000))
  }
}

/** Asks the server. Also refetches what the page shows. */
async function hasPaid(client: QueryClient, userId: string): Promise<boolean> {
  for (const key of ['subscription-addons', 'usage', 'overview', 'waiting-mail'])
    void client.invalidateQueries({ queryKey: [key] })
  return isPaymentConfirmed(await client.fetchQuery({ ...subscriptionQuery(userId), staleTime: 0 }).catch(() => null))
}
