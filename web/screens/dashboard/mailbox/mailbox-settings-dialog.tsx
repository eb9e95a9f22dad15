import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { mailboxSettingsQuery } from '../../../api/mailbox-settings.ts'
import { now } from '../../../lib/clock.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RetryButton } from '../../../ui/retry-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { MailboxSettingsForm } from './mailbox-settings-form.tsx'
import { t } from '../../../texts/translate.ts'

/** Settings of a mailbox, and actions that take effect immediately. */
export function MailboxSettingsDialog({ mailbox, onClose }: { mailbox: Mailbox; onClose: () => void }) {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(mailboxSettingsQuery(mailbox.id))
  const [openedAt] = useState(now)
  return (
    <Dialog onClose={onClose} title={t('Mailbox Settings')} description={mailbox.email_address}>
      {/* The form starts from current settings, not from those of an earlier visit. */}
      {data && dataUpdatedAt >= openedAt.getTime() ? (
        <MailboxSettingsForm settings={data} mailbox={mailbox} onClose={onClose} />
      ) : error ? (
        <div className="mt-5 space-y-5">
          <Notice tone="bad" role="alert">
            {t('The settings of this mailbox could not be loaded. Nothing was changed.')}
          </Notice>
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <RetryButton tone="primary" busy={isFetching} onRetry={() => refetch()} />
          </div>
        </div>
      ) : (
        <SettingsSkeleton onClose={onClose} />
      )}
    </Dialog>
  )
}

/** As high as the form, so that the dialog does not grow when it is loaded. */
function SettingsSkeleton({ onClose }: { onClose: () => void }) {
  return (
    <div className="mt-5 flex h-200 flex-col gap-5">
      <output className="sr-only">{t('Loading settings...')}</output>
      <Skeleton className="h-17 w-full" />
      <Skeleton className="h-26 w-full" />
      <Skeleton className="h-30 w-full" />
      <Skeleton className="w-full flex-1" />
      <div className="sticky -bottom-6 -mx-6 -mb-6 flex justify-end border-t border-line bg-surface px-6 py-4">
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </div>
  )
}
