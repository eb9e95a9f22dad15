import { type ChangeEvent, useState } from 'react'
import type { EnteredValues } from '../../../contract/functions/operator-settings.ts'
import { setUpParts } from '../../../contract/operator-settings.ts'
import { messageOf } from '../../api/api-error.ts'
import { sendTestEmail } from '../../api/operator-settings.ts'
import { isCancelled, useReauthentication } from '../../features/reauthentication/reauthentication-provider.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { PartActions } from './part-actions.tsx'
import { useSetUp } from './set-up-context.ts'
import { composeSmtpUrl, type SmtpServer, splitSmtpUrl } from './smtp-address.ts'
import { settingOf, useEntered } from './use-entered.ts'

const securities = [
  { value: 'tls', label: 'TLS' },
  { value: 'starttls', label: 'STARTTLS' },
] as const

type Field = Exclude<keyof SmtpServer, 'security'>

/** The server for outgoing email. Its password is not known to the page: whatever changes needs it again. */
export function EmailPart() {
  const { state, isRestarting } = useSetUp()
  const { field, changes } = useEntered(state, setUpParts.email)
  const { source, value } = settingOf(state, 'SMTP_URL')
  const known = splitSmtpUrl(value ?? '')
  const [server, setServer] = useState(known)
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})
  const isGiven = source === 'environment'
  const isChanged = JSON.stringify(server) !== JSON.stringify(known)
  const { isSending, send } = useTestEmail()

  const set = (changed: Partial<SmtpServer>): void => setServer((before) => ({ ...before, ...changed }))
  const props = (name: Field) => ({
    value: server[name],
    error: errors[name] ?? null,
    disabled: isGiven,
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: ChangeEvent<HTMLInputElement>) => set({ [name]: event.target.value }),
  })
  /** A whole address may be pasted into the first field. */
  const setHost = (event: ChangeEvent<HTMLInputElement>): void => {
    const host = event.target.value.trim()
    setServer((before) => (/^smtps?:\/\/./.test(host) ? splitSmtpUrl(host) : { ...before, host }))
  }
  const validChanges = (): EnteredValues | null => {
    const found: typeof errors = {
      ...(server.host === '' && { host: t('Please enter the name of the server') }),
      ...(!/^\d{1,5}$/.test(server.port) && { port: t('Please enter a port, 1 to 65535') }),
      ...(isChanged && server.user !== '' && server.password === '' && { password: t('Please enter the password') }),
    }
    if (!isGiven) setErrors(found)
    if (!isGiven && Object.keys(found).length > 0) return null
    return { ...changes(), ...(isChanged && !isGiven && { SMTP_URL: composeSmtpUrl(server) }) }
  }

  return (
    <div className="space-y-4">
      <p className="text-sm text-pretty text-muted">
        {t(
          'For links to a forgotten password, invitations, digests and notices. Your provider names these under ' +
            '“SMTP”.',
        )}
      </p>
      {isGiven && <p className="text-sm text-muted">{t('Set in the environment; change it there.')}</p>}
      <div className="grid gap-4 sm:grid-cols-[1fr_7rem_9rem]">
        <TextField
          {...props('host')}
          onChange={setHost}
          label={t('Server')}
          hint={t('Or one address: smtps://user:password@host:465')}
        />
        <TextField {...props('port')} label={t('Port')} inputMode="numeric" />
        <SelectField
          label={t('Encryption')}
          value={server.security}
          onChange={(security) => set({ security, port: security === 'tls' ? '465' : '587' })}
          choices={securities}
          disabled={isGiven}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...props('user')} label={t('User name')} autoCapitalize="none" />
        <PasswordField
          {...props('password')}
          label={t('Password')}
          hint={source === 'page' && !isChanged ? t('Is set. Leave it empty to keep it.') : undefined}
        />
      </div>
      <TextField
        {...field('MAIL_FROM', t('An address, such as no-reply@example.com.'))}
        label={t('Sender')}
        autoComplete="off"
      />
      <PartActions part="email" changes={validChanges}>
        {source !== null && (
          <Button busy={isSending} paused={isRestarting} onClick={() => void send()}>
            {t('Send a Test Email')}
          </Button>
        )}
      </PartActions>
    </div>
  )
}

function useTestEmail() {
  const { withReauthentication } = useReauthentication()
  const [isSending, setIsSending] = useState(false)
  async function send(): Promise<void> {
    setIsSending(true)
    try {
      toastSuccess(t('Email sent'), t('To {address}', { address: await withReauthentication(sendTestEmail) }))
    } catch (error) {
      if (!isCancelled(error)) toastError(t('The email was not sent'), messageOf(error))
    } finally {
      setIsSending(false)
    }
  }
  return { isSending, send }
}
