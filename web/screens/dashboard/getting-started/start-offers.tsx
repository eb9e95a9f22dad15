import { useQuery } from '@tanstack/react-query'
import { Layers, Newspaper } from 'lucide-react'
import { defaultDigestSchedule } from '../../../../contract/functions/email-digest.ts'
import { errorMessageOr } from '../../../api/api-error.ts'
import { emailDigestQuery, useSaveEmailDigest } from '../../../api/email-digest.ts'
import { pressesQuery } from '../../../api/tidy-up.ts'
import { formatHour } from '../../../lib/format.ts'
import { toastError } from '../../../lib/toast.ts'
import { Link } from '../../../routing/link.tsx'
import { t } from '../../../texts/translate.ts'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { inboxTotalsQuery } from './inbox-totals-query.ts'
import { StartStep } from './start-step.tsx'

/** Can be left out: sorting works without it. */
export function TidyUpOffer({ mailboxId }: { mailboxId: string }) {
  const { data: totals } = useQuery(inboxTotalsQuery(mailboxId))
  const { data: presses } = useQuery(pressesQuery(mailboxId))
  return (
    <StartStep
      number={<Layers />}
      state={presses?.some(({ state }) => state !== 'undone') ? 'done' : 'later'}
      title={t('Tidy up your inbox')}
      text={
        <>
          {t('Optional: see its emails in groups, and file each group with one press.')}
          {/* Its line is there before the totals are known, so that nothing moves. */}
          <span className="block min-h-5 font-medium">{totals && (totals() || t('Nothing to tidy up'))}</span>
        </>
      }
      action={
        <Link to="/tidy-up" className={buttonClasses()}>
          {t('Tidy Up')}
        </Link>
      }
    />
  )
}

/** The last step, which can be left out as well. Only where the server can send emails. */
export function DigestOffer() {
  const { data: digest } = useQuery(emailDigestQuery)
  const save = useSaveEmailDigest()
  // As high as the step, so that nothing moves.
  if (!digest) return <li className="h-11 max-xl:h-23 max-sm:h-33" />
  if (!digest.isAvailable) return null
  const isOn = digest.schedule !== null
  const start = (): void =>
    save.mutate(
      { schedule: defaultDigestSchedule },
      { onError: (error) => toastError(t('Failed to save the digest'), errorMessageOr(error, t('Please try again.'))) },
    )
  return (
    <StartStep
      number={<Newspaper />}
      state={isOn ? 'done' : 'later'}
      title={t('Get the day in one email')}
      text={
        !isOn
          ? t('Optional: each day at {time}, what was sorted, what waits for you, and what needs you.', {
              time: formatHour(defaultDigestSchedule.hour),
            })
          : digest.needsConfirmation
            ? t('Confirm your address first: open the link that was sent to you. The digest starts then.')
            : t('The digest is sent only when there is something to report.')
      }
      action={
        !isOn && (
          <Button busy={save.isPending} onClick={start}>
            {t('Send Me the Digest')}
          </Button>
        )
      }
    />
  )
}
