import { ExternalLink, RefreshCw } from 'lucide-react'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { errorMessageOr } from '../../../api/api-error.ts'
import { useCatchUp } from '../../../api/mailbox-settings.ts'
import { useProduct } from '../../../api/product.tsx'
import { toastError } from '../../../lib/toast.ts'
import { t } from '../../../texts/translate.ts'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { PauseActionsSwitch } from './pause-actions-switch.tsx'

/** Actions that take effect immediately, independently of Save. */
export function MailboxSettingsActions({ mailbox, realTime }: { mailbox: Mailbox; realTime: boolean }) {
  const { sandboxUrl } = useProduct()
  const catchUp = useCatchUp(mailbox.id)
  const isActive = mailbox.status === 'active'
  const start = (): void =>
    catchUp.mutate(undefined, {
      onError: (error) =>
        toastError(
          t('Catch-up failed'),
          errorMessageOr(error, t('Failed to look for missed email. Please try again.')),
        ),
    })
  const hint = catchUp.isSuccess
    ? t('Started. The history shows the results.')
    : !isActive
      ? t('Reconnect this mailbox first.')
      : realTime
        ? t('Looks for email that Outlook did not report. This happens automatically every 15 minutes.')
        : t('Sorting is off. First switch on “Enable real-time processing” on the Folders tab.')

  return (
    <section className="space-y-3 border-t border-line pt-5 text-sm">
      <h3 className="font-medium">{t('Right now')}</h3>
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<RefreshCw aria-hidden="true" />}
          busy={catchUp.isPending}
          disabled={!isActive || !realTime}
          onClick={start}
        >
          {t('Catch Up Now')}
        </Button>
        {sandboxUrl && (
          <a
            href={`${sandboxUrl}/mailboxes/${encodeURIComponent(mailbox.email_address)}/new`}
            target="_blank"
            rel="noreferrer"
            className={buttonClasses()}
          >
            <ExternalLink aria-hidden="true" />
            {t('Write a Test Email')}
            <span className="sr-only">{t('(opens the sandbox in a new tab)')}</span>
          </a>
        )}
      </div>
      <output className="block text-muted">{hint}</output>
      <PauseActionsSwitch mailboxId={mailbox.id} />
    </section>
  )
}
