import { type RefObject, useEffect, useState } from 'react'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { connectImap, type FoundServers, type MailServer } from '../../api/connect-imap.ts'
import { PasswordField } from '../../forms/password-field.tsx'
import { trimmed, useFormFields } from '../../forms/use-form-fields.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { DialogFooter } from '../../ui/dialog.tsx'
import { inlineLinkClasses } from '../../ui/link-classes.ts'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { isCancelled, useReauthentication } from '../reauthentication/reauthentication-provider.tsx'
import { fieldOfFailure, type ImapField } from './field-of-failure.ts'
import { PasswordHelp } from './password-help.tsx'
import { splitServer } from './split-server.ts'
import { useConnected } from './use-connected.ts'

export type ImapServers = Extract<FoundServers, { kind: 'imap' }>
type Security = MailServer['security']

interface ImapFormProps {
  email: string
  servers: ImapServers
  onBack: () => void
  onDone: () => void
  /** Whether the user has closed the dialog. */
  isClosed: RefObject<boolean>
  /** In place of showing the mailbox on the dashboard. */
  onConnected?: (() => void) | undefined
  onMicrosoft: () => void
  isLeaving: boolean
}

const securities = [
  { value: 'tls', label: 'TLS' },
  { value: 'starttls', label: 'STARTTLS' },
] as const

/** The password of a mailbox, and its servers, which are folded where they were found. */
export function ImapForm({
  email,
  servers,
  onBack,
  onDone,
  isClosed,
  onConnected,
  onMicrosoft,
  isLeaving,
}: ImapFormProps) {
  const { imap, smtp, help } = servers
  const { formRef, values, field, setValue, showErrors } = useFormFields<ImapField>({
    password: '',
    user: servers.user ?? email.toLowerCase(),
    imapHost: imap?.host ?? '',
    imapPort: String(imap?.port ?? 993),
    smtpHost: smtp?.host ?? '',
    smtpPort: String(smtp?.port ?? 465),
  })
  const [imapSecurity, setImapSecurity] = useState<Security>(imap?.security ?? 'tls')
  const [smtpSecurity, setSmtpSecurity] = useState<Security>(smtp?.security ?? 'tls')
  const [showsServers, setShowsServers] = useState(imap === null)
  const [failure, setFailure] = useState<string | null>(null)
  const { withReauthentication } = useReauthentication()
  const connected = useConnected(isClosed)
  // The button that led here is gone.
  useEffect(() => formRef.current?.querySelector('input')?.focus(), [formRef])

  const { busy, submit } = useSubmission<undefined>(async () => {
    setFailure(null)
    const imapAt = splitServer(values.imapHost, values.imapPort)
    const smtpAt = splitServer(values.smtpHost, values.smtpPort)
    setValue('imapHost', imapAt.host)
    setValue('imapPort', imapAt.port)
    setValue('smtpHost', smtpAt.host)
    setValue('smtpPort', smtpAt.port)
    const errors = {
      password: values.password === '' ? t('Please enter the password') : null,
      user: values.user === '' ? t('Please enter the user name') : null,
      imapHost: imapAt.host === '' ? t('Please enter the name of the server') : null,
      imapPort: portError(imapAt.port),
      smtpPort: smtpAt.host === '' ? null : portError(smtpAt.port),
    }
    const { password: _password, ...ofServers } = errors
    if (Object.values(ofServers).some((error) => error !== null)) setShowsServers(true)
    if (!showErrors(errors)) return
    const { user, password } = values
    try {
      const mailboxId = await withReauthentication(() =>
        connectImap({
          email,
          password,
          user,
          imap: { host: imapAt.host, port: Number(imapAt.port), security: imapSecurity },
          ...(smtpAt.host !== '' && {
            smtp: { host: smtpAt.host, port: Number(smtpAt.port), security: smtpSecurity },
          }),
        }),
      )
      connected(mailboxId, onDone, onConnected)
    } catch (error) {
      if (isCancelled(error)) return
      const at = error instanceof ApiError ? fieldOfFailure(error.code) : null
      if (at === null) setFailure(messageOf(error))
      else {
        if (at !== 'password') setShowsServers(true)
        showErrors({ [at]: messageOf(error) })
      }
    }
  })

  if (help?.password === 'none')
    return (
      <>
        <div className="mt-5">
          <Notice tone="warn">
            {t('{provider} does not let other programs read its mailboxes (IMAP), so it cannot be connected.', {
              provider: help.provider,
            })}
          </Notice>
        </div>
        <DialogFooter>
          <Button onClick={onBack}>{t('Back')}</Button>
        </DialogFooter>
      </>
    )
  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit(undefined)
      }}
      className="mt-5 space-y-4"
    >
      <div className="text-sm">
        <p className="font-medium wrap-anywhere">{email}</p>
        {servers.microsoft && (
          <p className="text-muted">
            {rich('Is it a mailbox at Microsoft? <link>Sign in there</link>', {
              link: (label) => (
                <button type="button" className={inlineLinkClasses} disabled={isLeaving} onClick={onMicrosoft}>
                  {label}
                </button>
              ),
            })}
          </p>
        )}
      </div>
      {help && <PasswordHelp help={help} />}
      <PasswordField
        {...field('password')}
        label={help?.password === 'app' ? t('App password') : t('Password of the mailbox')}
        autoComplete="off"
      />
      <button
        type="button"
        aria-expanded={showsServers}
        className={cx(inlineLinkClasses, 'text-sm')}
        onClick={() => setShowsServers(!showsServers)}
      >
        {t('Mail servers')}
      </button>
      {showsServers ? (
        <div className="space-y-4">
          <TextField
            {...field('user', trimmed)}
            label={t('User name')}
            autoCapitalize="none"
            spellCheck={false}
            autoComplete="off"
          />
          <ServerFields
            legend={t('Incoming email (IMAP)')}
            host={field('imapHost', trimmed)}
            port={field('imapPort', trimmed)}
            security={imapSecurity}
            onSecurity={setImapSecurity}
          />
          <ServerFields
            legend={t('Outgoing email (SMTP), for forwards')}
            host={field('smtpHost', trimmed)}
            port={field('smtpPort', trimmed)}
            security={smtpSecurity}
            onSecurity={setSmtpSecurity}
          />
        </div>
      ) : (
        <p className="text-sm wrap-anywhere text-muted">
          {[values.imapHost, values.smtpHost].filter((host) => host !== '').join(' · ')}
        </p>
      )}
      <ErrorNotice className="mt-4">{failure}</ErrorNotice>
      <output className="block text-sm text-muted">
        {busy ? t('Signing in to {host}. This can take half a minute.', { host: values.imapHost }) : null}
      </output>
      <DialogFooter>
        <Button onClick={onBack} disabled={busy}>
          {t('Back')}
        </Button>
        <Button type="submit" tone="primary" busy={busy}>
          {busy ? t('Connecting...') : t('Connect')}
        </Button>
      </DialogFooter>
    </form>
  )
}

const portError = (port: string): string | null =>
  /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535 ? null : t('Please enter a port, 1 to 65535')

interface ServerFieldsProps {
  legend: string
  host: ReturnType<ReturnType<typeof useFormFields>['field']>
  port: ReturnType<ReturnType<typeof useFormFields>['field']>
  security: Security
  onSecurity: (security: Security) => void
}

const ServerFields = ({ legend, host, port, security, onSecurity }: ServerFieldsProps) => (
  <fieldset className="space-y-3">
    <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
    <TextField {...host} label={t('Server')} autoCapitalize="none" spellCheck={false} autoComplete="off" />
    <div className="grid grid-cols-2 gap-3">
      <TextField {...port} label={t('Port')} inputMode="numeric" autoComplete="off" />
      <SelectField label={t('Encryption')} value={security} onChange={onSecurity} choices={securities} />
    </div>
  </fieldset>
)
