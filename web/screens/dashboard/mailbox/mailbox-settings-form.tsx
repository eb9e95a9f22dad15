import { type FormEvent, useRef } from 'react'
import type { MailboxSettings } from '../../../../contract/functions/mailbox-settings.ts'
import { mailboxNameMaxLength } from '../../../../contract/limits.ts'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { errorMessageOr } from '../../../api/api-error.ts'
import { useSaveMailboxSettings } from '../../../api/mailbox-settings.ts'
import { toastError, toastSuccess } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogFooter } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { MailboxSettingsActions } from './mailbox-settings-actions.tsx'
import { MailboxSettingsPermissions } from './mailbox-settings-permissions.tsx'
import { MailboxSortingFields } from './mailbox-sorting-fields.tsx'
import { useMailboxSettingsDraft } from './use-mailbox-settings-draft.ts'
import { t } from '../../../texts/translate.ts'

interface MailboxSettingsFormProps {
  settings: MailboxSettings
  mailbox: Mailbox
  onClose: () => void
}

export function MailboxSettingsForm({ settings, mailbox, onClose }: MailboxSettingsFormProps) {
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
        <MailboxSortingFields draft={draft} set={set} previewUntil={settings.previewUntil} />
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
