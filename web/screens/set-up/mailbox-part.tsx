import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mailboxKeys } from '../../api/query-keys.ts'
import { useStartConnect } from '../../features/connect/use-start-connect.tsx'
import { useMailboxes } from '../../features/mailbox/active-mailbox.tsx'
import { toastSuccess } from '../../lib/toast.ts'
import { t, tn } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { inlineLinkClasses } from '../../ui/link-classes.ts'
import { OutlookPart } from './outlook-part.tsx'
import { settingOf } from './use-entered.ts'
import { useSetUp } from './set-up-context.ts'

/** A mailbox by IMAP needs no setting; one at Microsoft needs an app registration. */
export function MailboxPart() {
  const { state, onSkip } = useSetUp()
  const { list } = useMailboxes()
  const client = useQueryClient()
  const { startConnect, connecting, dialog } = useStartConnect(() => {
    toastSuccess(t('Mailbox Connected'), t('Its folders are on the dashboard.'))
    void client.invalidateQueries({ queryKey: mailboxKeys.list })
  })
  const hasOutlook = settingOf(state, 'MICROSOFT_CLIENT_ID').source !== null
  const [showsOutlook, setShowsOutlook] = useState(false)
  return (
    <div className="space-y-4">
      <p className="text-sm text-pretty">
        {list.length > 0
          ? tn(list.length, 'One mailbox is connected.', '{count} mailboxes are connected.')
          : t(
              'Enter the address and its password, or an app password of Gmail, iCloud, Fastmail, GMX or web.de. ' +
                'A mailbox at Microsoft (Outlook.com, Microsoft 365) needs an app registration first.',
            )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button tone={list.length > 0 ? 'secondary' : 'primary'} busy={connecting} onClick={startConnect}>
          {list.length > 0 ? t('Connect Another Mailbox') : t('Connect Mailbox')}
        </Button>
        <Button tone="quiet" onClick={onSkip}>
          {list.length > 0 ? t('Next') : t('Skip')}
        </Button>
      </div>
      <button
        type="button"
        aria-expanded={showsOutlook}
        className={`${inlineLinkClasses} text-sm`}
        onClick={() => setShowsOutlook(!showsOutlook)}
      >
        {hasOutlook ? t('Change the app registration for Outlook') : t('Set up Outlook')}
      </button>
      {showsOutlook && <OutlookPart />}
      {dialog}
    </div>
  )
}
