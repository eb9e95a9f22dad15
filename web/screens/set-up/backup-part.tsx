import { setUpParts } from '../../../contract/operator-settings.ts'
import { PasswordField } from '../../forms/password-field.tsx'
import { t } from '../../texts/translate.ts'
import { TextField } from '../../ui/text-field.tsx'
import { PartActions } from './part-actions.tsx'
import { useSetUp } from './set-up-context.ts'
import { useEntered } from './use-entered.ts'

/** Backups that the server makes each night. */
export function BackupPart() {
  const { state } = useSetUp()
  const { field, changes } = useEntered(state, setUpParts.backup)
  return (
    <div className="space-y-4">
      <p className="text-sm text-pretty text-muted">
        {t(
          'The server writes a backup each night, of everything: accounts, settings, secrets and what was learned. ' +
            'Choose a folder on another disk, or copy it from there.',
        )}
      </p>
      <TextField
        {...field('BACKUP_DIR', t('On the server. It is created where it is missing.'))}
        label={t('Folder')}
        autoComplete="off"
        spellCheck={false}
      />
      <PasswordField
        {...field(
          'BACKUP_PASSPHRASE',
          t('At least 12 characters. Keep it elsewhere: without it no backup can be restored, by nobody.'),
        )}
        label={t('Passphrase')}
        autoComplete="new-password"
      />
      <TextField
        {...field('BACKUP_DAYS', t('Older backups are deleted. Empty: 14 days.'))}
        label={t('Days to keep')}
        inputMode="numeric"
        autoComplete="off"
      />
      <PartActions part="backup" changes={changes} />
    </div>
  )
}
