import { useQuery } from '@tanstack/react-query'
import { ExternalLink, RefreshCw } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import type { MailboxSettings } from '../../../../contract/functions/mailbox-settings.ts'
import { mailboxNameMaxLength } from '../../../../contract/limits.ts'
import { errorMessageOr, messageOf } from '../../../api/api-error.ts'
import { mailboxSettingsQuery, useCatchUp, useSaveMailboxSettings } from '../../../api/mailbox-settings.ts'
import { actionsPausedQuery, usePauseActions } from '../../../api/paused-actions.ts'
import { useProduct } from '../../../api/product.tsx'
import { now } from '../../../lib/clock.ts'
import { toastError, toastSuccess } from '../../../lib/toast.ts'
import { t } from '../../../texts/translate.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RetryButton } from '../../../ui/retry-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { SwitchField } from '../../../ui/switch-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { MailboxSortingFields, useMailboxSettingsDraft } from './mailbox-sorting-fields.tsx'

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

interface MailboxSettingsFormProps {
  settings: MailboxSettings
  mailbox: Mailbox
  onClose: () => void
}

function MailboxSettingsForm({ settings, mailbox, onClose }: MailboxSettingsFormProps) {
  const save = useSaveMailboxSettings(mailbox.id)
  const { draft, set, nameError, validChanges } = useMailboxSettingsDraft(settings)
  const nameField = useRef<HTMLInputElement>(null)

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const changes = validChanges()
    if (!changes) return nameField.current?.focus()
    if (Object.keys(changes).length === 0) return onClose()
    save.mutate(changes, {
      onSuccess: () => {
        toastSuccess(t('Settings saved'))
        onClose()
      },
      onError: (error) =>
        toastError(
          t('Update Failed'),
          errorMessageOr(error, t('Failed to update mailbox settings. Please try again.')),
        ),
    })
  }

  return (
    <form noValidate onSubmit={submit} className="mt-5">
      <div className="space-y-5">
        <TextField
          label={t('Name')}
          ref={nameField}
          name="mailbox-name"
          autoComplete="off"
          maxLength={mailboxNameMaxLength}
          value={draft.name}
          error={nameError}
          onChange={(event) => set({ name: event.target.value })}
        />
        <MailboxSortingFields
          draft={draft}
          canTag={!mailbox.unsupported?.includes('tag')}
          set={set}
          previewUntil={settings.previewUntil}
        />
        <MailboxSettingsActions mailbox={mailbox} realTime={settings.realTime} />
        <MailboxSettingsPermissions permissions={settings.permissions} />
      </div>
      <DialogFooter>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" tone="primary" busy={save.isPending}>
          {save.isPending ? t('Saving...') : t('Save Settings')}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Actions that take effect immediately, independently of Save. */
function MailboxSettingsActions({ mailbox, realTime }: { mailbox: Mailbox; realTime: boolean }) {
  const { sandboxUrl } = useProduct()
  const catchUp = useCatchUp(mailbox.id)
  const isActive = mailbox.status === 'active'
  const start = (): void =>
    catchUp.mutate(undefined, {
      onError: (error) =>
        toastError(
          t('Catch-up failed'),
          errorMessageOr(error, t('Failed to look for missed emails. Please try again.')),
        ),
    })
  const hint = catchUp.isSuccess
    ? t('Started. The history shows the results.')
    : !isActive
      ? t('Reconnect this mailbox first.')
      : realTime
        ? t('Looks for emails that the mailbox did not report. This happens automatically every 15 minutes.')
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
          {t('Check for Missed Emails')}
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

/** Pauses all automated actions of a mailbox. Paused actions run once the user resumes them. */
function PauseActionsSwitch({ mailboxId }: { mailboxId: string }) {
  const { data: paused } = useQuery(actionsPausedQuery(mailboxId))
  const pause = usePauseActions(mailboxId)
  const toggle = (next: boolean): void =>
    pause.mutate(next, {
      onSuccess: () => announce(next ? t('Automated actions are paused') : t('Automated actions continue')),
      onError: (error) => toastError(t('Update Failed'), messageOf(error)),
    })
  return (
    <SwitchField
      label={t('Pause all automated actions')}
      hint={t('Email is sorted as before. Its actions wait, and run when you switch this off.')}
      checked={pause.isPending ? pause.variables : (paused ?? false)}
      disabled={paused === undefined}
      onChange={toggle}
    />
  )
}

/** The permissions that the user has granted at Microsoft. */
function MailboxSettingsPermissions({ permissions }: Pick<MailboxSettings, 'permissions'>) {
  const { name } = useProduct()
  return (
    <section className="border-t border-line pt-5 text-sm">
      <h3 className="font-medium">{t('What {name} may do in this mailbox', { name })}</h3>
      {permissions.length === 0 ? (
        <p className="mt-1 text-muted">{t('Nothing at the moment: reconnect the mailbox to continue.')}</p>
      ) : (
        <ul className="mt-1.5 list-disc space-y-1 pl-5 text-muted marker:text-edge">
          {permissions.map(({ scope, words }) => (
            <li key={scope} title={scope}>
              {t(words)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
