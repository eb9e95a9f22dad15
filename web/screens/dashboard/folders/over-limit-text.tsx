import { useQuery } from '@tanstack/react-query'
import { nextUsageMonth } from '../../../../contract/limits.ts'
import { useUser } from '../../../api/signed-in-user.tsx'
import { usageQuery } from '../../../api/subscription.ts'
import { waitingMailQuery } from '../../../api/waiting-mail.ts'
import { PlanLink } from '../../../features/usage/plan-link.tsx'
import { formatDate } from '../../../lib/format.ts'
import { useUsageMonth } from '../../../lib/use-usage-month.ts'
import { t } from '../../../texts/translate.ts'

/**
 * Under the switch, where the newest email was left at the monthly limit.
 * @param text what is said where the limit leaves room again
 */
export function OverLimitText({ text }: { text: string }) {
  const month = useUsageMonth()
  const { data: waitingMail } = useQuery(waitingMailQuery(month))
  const { data: usage } = useQuery(usageQuery(useUser().id, month))
  if (waitingMail?.room !== 0 || usage === undefined) return text
  const paused = t('Paused until {date}: this month’s {used} emails are used.', {
    date: formatDate(nextUsageMonth(month)),
    used: usage,
  })
  return (
    <>
      {paused} <PlanLink />
    </>
  )
}
