import type { ReactNode } from 'react'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { useStartConnect } from '../../../features/connect/use-start-connect.tsx'
import { Link } from '../../../routing/link.tsx'
import { rich } from '../../../texts/rich.ts'
import { t } from '../../../texts/translate.ts'
import { Button, buttonClasses } from '../../../ui/button.tsx'

const stepClasses =
  'rounded-xl border border-accent/25 bg-accent-soft p-5 sm:flex sm:items-center sm:justify-between sm:gap-8'
const actionClasses = 'mt-5 sm:mt-0'

/** What the user has to do until a mailbox that was sorted before is sorted again. */
export function NextStep({ mailbox }: { mailbox: Mailbox }) {
  const { connecting, startReconnect, dialog } = useStartConnect()
  const address = <strong className="font-medium wrap-anywhere text-ink">{mailbox.email_address}</strong>
  if (mailbox.status === 'reauth_required')
    return (
      <Step
        title={t('Sorting is paused')}
        text={rich('{address} has to be reconnected before its emails are sorted. Your folder settings are kept.', {
          address,
        })}
        action={
          <>
            <Button
              tone="primary"
              size="large"
              busy={connecting}
              onClick={() => startReconnect(mailbox)}
              className={actionClasses}
            >
              {t('Reconnect')}
            </Button>
            {dialog}
          </>
        }
      />
    )
  if (mailbox.status !== 'active')
    return (
      <Step
        title={t('Sorting is paused')}
        text={rich('{address} is not available right now. Its email is sorted once it is available again.', {
          address,
        })}
      />
    )
  return (
    <Step
      title={t('Sorting is off')}
      text={rich(
        'New emails of {address} stay in its inbox until you switch on “Enable real-time processing” ' +
          'on the Folders tab.',
        { address },
      )}
      action={
        <Link
          to="/dashboard"
          search={{ tab: 'folders' }}
          className={`${buttonClasses('primary', 'large')} ${actionClasses}`}
        >
          {t('Go to Folders')}
        </Link>
      }
    />
  )
}

function Step({ title, text, action }: { title: string; text: ReactNode; action?: ReactNode }) {
  return (
    <section className={stepClasses}>
      <div>
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="mt-1 max-w-2xl text-muted">{text}</p>
      </div>
      {action}
    </section>
  )
}
