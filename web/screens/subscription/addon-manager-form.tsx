import { type FormEvent, useState } from 'react'
import type { Addon, Plan } from '../../../contract/tables.ts'
import { useManageAddons } from '../../api/billing.ts'
import type { BookedAddon } from '../../api/subscription.ts'
import { toastError } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import {
  bookedQuantities,
  submitLabel,
  toAddonChoices,
  addonOptions,
  monthlyAddonPrice,
  type Quantities,
} from './addon-quantities.ts'
import { AddonRow } from './addon-row.tsx'
import { ChangeTotals } from './change-totals.tsx'
import { addonsFailure, toastFailure } from './failure-messages.ts'
import { prorationDateOf, useAddonPreview } from './use-change-preview.ts'
import { toastRedirecting } from './use-plan-choice.ts'

interface AddonManagerFormProps {
  plan: Pick<Plan, 'price_monthly' | 'email_limit'>
  /** Add-ons currently offered. */
  addons: readonly Addon[]
  booked: readonly BookedAddon[]
  onClose: () => void
}

export function AddonManagerForm({ plan, addons: sold, booked, onClose }: AddonManagerFormProps) {
  const addons = addonOptions(sold, booked)
  const manage = useManageAddons(toastRedirecting)
  const before = bookedQuantities(booked)
  const [changed, setChanged] = useState<Quantities>({})
  const quantities = { ...before, ...changed }
  const choices = toAddonChoices(addons, quantities)
  const price = monthlyAddonPrice(addons, quantities)
  const change = price - monthlyAddonPrice(addons, before)
  const preview = useAddonPreview(change === 0 || choices.length === 0 ? null : choices)
  const limit = addons.reduce((sum, { id, email_limit }) => sum + email_limit * (quantities[id] ?? 0), plan.email_limit)

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (choices.length === 0)
      return toastError(t('No Add-ons Selected'), t('Please select at least one add-on to continue.'))
    manage.mutate(
      { addons: choices, prorationDate: prorationDateOf(preview) },
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
      <ChangeTotals total={plan.price_monthly + price} change={change} preview={preview} />
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button
          type="submit"
          tone="primary"
          busy={manage.isPending}
          paused={preview.state === 'loading'}
          disabled={change === 0}
        >
          {submitLabel(change)}
        </Button>
      </div>
    </form>
  )
}
