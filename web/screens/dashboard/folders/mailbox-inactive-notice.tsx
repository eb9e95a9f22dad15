import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { useStartConnect } from '../../../features/mailbox/use-start-connect.ts'
import { t } from '../../../texts/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** Says why nothing can be changed here, with the button that mends it. */
export function MailboxInactiveNotice({ mailbox: { id, status } }: { mailbox: Mailbox }) {
  const { connecting, startConnect } = useStartConnect()
  return (
    <div className="px-5 pb-4">
      <Notice tone="warn">
        {status === 'reauth_required' ? (
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p className="min-w-0 flex-1 basis-64">
              {t(
                'Microsoft no longer accepts our sign-in to this mailbox. ' +
                  'Reconnect it to sort new email and to change its folders.',
              )}
            </p>
            <Button size="small" tone="primary" busy={connecting} onClick={() => startConnect(id)}>
              {t('Reconnect')}
            </Button>
          </div>
        ) : (
          t('This mailbox is not available right now. Its folders can be changed once it is active again.')
        )}
      </Notice>
    </div>
  )
}
