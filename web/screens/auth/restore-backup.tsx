import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { BackupContents, BackupSource, RestoreState } from '../../../contract/restore.ts'
import { messageOf } from '../../api/api-error.ts'
import { checkBackup, readRestoreState, restoreBackup, uploadBackup } from '../../api/restore.ts'
import { PasswordField } from '../../forms/password-field.tsx'
import { useFormFields } from '../../forms/use-form-fields.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { formatDateTime } from '../../lib/format.ts'
import { formatSize } from '../../lib/format-size.ts'
import { Link } from '../../routing/link.tsx'
import { t, tn } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Meter } from '../../ui/meter.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AuthFrame, textLinkClasses } from './auth-frame.tsx'

interface CheckedBackup {
  source: BackupSource
  passphrase: string
  contents: BackupContents
}

/** In the place of the first account: the accounts, email history and settings of another server. */
export function RestoreBackup() {
  const [checked, setChecked] = useState<CheckedBackup | null>(null)
  if (checked) return <BackupFound checked={checked} onBack={() => setChecked(null)} />
  return (
    <AuthFrame
      title={t('Restore a backup')}
      description={t('It brings back accounts, mailboxes, history and settings. Stop the server that wrote it first.')}
      withLegal={false}
    >
      <ChooseBackup onChecked={setChecked} />
    </AuthFrame>
  )
}

type OpenState = Extract<RestoreState, { state: 'open' }>

const ownFile = 'file'

function ChooseBackup({ onChecked }: { onChecked: (checked: CheckedBackup) => void }) {
  const [state, setState] = useState<OpenState | null>(null)
  const [chosen, setChosen] = useState(ownFile)
  const [percent, setPercent] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { formRef, values, field, showErrors } = useFormFields({ file: '', passphrase: '' })
  const picker = useRef<HTMLInputElement>(null)
  useEffect(() => {
    async function read(): Promise<void> {
      const found = await readRestoreState()
      if (found === null || found === 'closed' || found.state !== 'open') return
      setState(found)
      setFailure(found.failure && t(found.failure))
    }
    void read()
  }, [])

  const { busy, submit } = useSubmission(async (event: FormEvent) => {
    event.preventDefault()
    const { passphrase } = values
    const file = picker.current?.files?.[0]
    setFailure(null)
    const isValid = showErrors({
      file: chosen === ownFile && !file?.size ? t('Please choose the file of a backup.') : null,
      passphrase: passphrase === '' ? t('Please enter the passphrase of the backup.') : null,
    })
    if (!isValid) return
    try {
      const source = chosen === ownFile && file ? await uploadBackup(file, setPercent) : { name: chosen }
      setPercent(null)
      onChecked({ source, passphrase, contents: await checkBackup(source, passphrase) })
    } catch (error) {
      setPercent(null)
      setFailure(messageOf(error))
    }
  })
  const backups = state?.backups ?? []
  return (
    <form ref={formRef} onSubmit={submit} noValidate className="mt-8 space-y-5">
      <ErrorNotice className="">{failure}</ErrorNotice>
      {backups.length > 0 && (
        <SelectField
          label={t('Backup')}
          value={chosen}
          disabled={busy}
          onChange={setChosen}
          choices={[
            { value: ownFile, label: t('A file of this device') },
            ...backups.map(({ name, writtenAt, bytes }) => ({
              value: name,
              label: `${formatDateTime(writtenAt)}, ${formatSize(bytes)}`,
            })),
          ]}
        />
      )}
      {chosen === ownFile && (
        <TextField
          {...field('file')}
          ref={picker}
          label={t('File of the backup')}
          type="file"
          disabled={busy}
          className="py-2 file:mr-3 file:rounded-md file:bg-sunken file:px-2 file:py-0.5 file:text-sm"
        />
      )}
      <PasswordField
        {...field('passphrase')}
        label={t('Passphrase')}
        name="passphrase"
        autoComplete="off"
        maxLength={1024}
        disabled={busy}
        hint={t('It was chosen when the backup was made (BACKUP_PASSPHRASE).')}
      />
      {percent !== null && <Meter label={t('Uploading the backup')} percent={percent} tone="accent" />}
      <Button type="submit" tone="primary" size="large" className="w-full" busy={busy}>
        {percent !== null ? t('Uploading...') : busy ? t('Reading the backup...') : t('Open Backup')}
      </Button>
      <p className="text-center text-sm">
        <Link to="/auth/signup" className={textLinkClasses}>
          {t('Create the first account instead')}
        </Link>
      </p>
    </form>
  )
}

interface BackupFoundProps {
  checked: CheckedBackup
  onBack: () => void
}

function BackupFound({ checked: { source, passphrase, contents }, onBack }: BackupFoundProps) {
  const [percent, setPercent] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { writtenAt, version, users, toSet } = contents
  async function restore(): Promise<void> {
    setFailure(null)
    setPercent(0)
    try {
      const isRestored = await restoreBackup(source, passphrase, setPercent)
      // Loads the page again: the server may have other keys now.
      if (isRestored) location.replace('/auth/login')
      else location.reload()
    } catch (error) {
      setPercent(null)
      setFailure(messageOf(error))
    }
  }
  if (percent !== null)
    return (
      <AuthFrame
        title={t('Restoring the backup')}
        description={t('This can take some minutes. This page continues by itself; leave it open.')}
        withLegal={false}
      >
        <div className="mt-8">
          <Meter label={t('Restored')} percent={percent} tone="accent" />
        </div>
      </AuthFrame>
    )
  const facts = [
    { name: t('Written'), value: writtenAt === null ? t('Unknown') : formatDateTime(writtenAt) },
    { name: t('Version'), value: version ?? t('Unknown') },
    { name: t('Accounts'), value: tn(users, '{count} account', '{count} accounts') },
  ]
  return (
    <AuthFrame
      title={t('Restore this backup?')}
      description={t('The server starts again with it. You then sign in with an account of the backup.')}
      withLegal={false}
    >
      <div className="mt-8 space-y-5">
        <ErrorNotice className="">{failure}</ErrorNotice>
        <dl className="divide-y divide-line rounded-lg border border-line text-sm">
          {facts.map(({ name, value }) => (
            <div key={name} className="flex justify-between gap-4 px-4 py-2.5">
              <dt className="text-muted">{name}</dt>
              <dd className="font-medium">{value}</dd>
            </div>
          ))}
        </dl>
        {toSet.length > 0 && (
          <Notice tone="neutral">
            {t('The page cannot restore these settings. Set them in the environment of the server: {names}', {
              names: toSet.join(', '),
            })}
          </Notice>
        )}
        <Button tone="primary" size="large" className="w-full" onClick={() => void restore()}>
          {t('Restore')}
        </Button>
        <Button tone="quiet" size="large" className="w-full" onClick={onBack}>
          {t('Back')}
        </Button>
      </div>
    </AuthFrame>
  )
}
