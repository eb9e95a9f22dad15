import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { defaultActionConfigs, ForwardMailConfig } from '../../../../contract/actions.ts'
import { errorMessageOr, messageOf } from '../../../api/api-error.ts'
import { confirmationOf, forwardAddressesQuery } from '../../../api/forward-addresses.ts'
import { mailboxSettingsQuery } from '../../../api/mailbox-settings.ts'
import { useConnectMailbox } from '../../../api/mailboxes.ts'
import { useMailboxes } from '../../../features/mailbox/active-mailbox.tsx'
import { useSendForwardLink } from '../../../features/reauthentication/use-send-forward-link.ts'
import { toastError } from '../../../lib/toast.ts'
import { t } from '../../../texts/translate.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ActionForm } from './folder-action-form.tsx'
import { type ConfigFormProps, useActionConfig } from './use-action-config.ts'

export function ForwardForm(props: ConfigFormProps) {
  const { config, set, errors, form } = useActionConfig(props, ForwardMailConfig, defaultActionConfigs.forward_mail)
  const saved = ForwardMailConfig.safeParse(props.action.config).data?.destination_email
  return (
    <ActionForm form={form}>
      <TextField
        label={t('Destination email')}
        type="email"
        name="destination-email"
        autoComplete="off"
        spellCheck={false}
        value={config.destination_email}
        error={errors['destination_email']}
        hint={t('One address. The recipient gets a link and has to agree before the first email is forwarded.')}
        onChange={(event) => set({ destination_email: event.target.value.trim() })}
      />
      {saved !== undefined && saved === config.destination_email && <ForwardConsent address={saved} />}
      <ForwardPermission />
    </ActionForm>
  )
}

/**
 * Whether the recipient at the saved address has agreed to receive forwarded mail. Nothing is forwarded before that:
 * otherwise mail could be sent to a person who does not want it.
 */
function ForwardConsent({ address }: { address: string }) {
  const { data: addresses, error } = useQuery(forwardAddressesQuery)
  const { send, sendingTo } = useSendForwardLink()
  if (error && !addresses)
    return (
      <p className="text-sm text-bad">
        {t('The state of the address could not be loaded: {error}', { error: messageOf(error) })}
      </p>
    )
  if (!addresses) return <ForwardStatusSkeleton />
  const confirmation = confirmationOf(addresses, address)
  if (confirmation === 'confirmed')
    return (
      <ForwardStatus isGood badge={t('Confirmed')}>
        {t('Email may be forwarded there.')}
      </ForwardStatus>
    )
  if (confirmation === 'withdrawn')
    return (
      <ForwardStatus isGood={false} badge={t('Ended')}>
        {t('The recipient has stopped the forwarding. Please choose another address.')}
      </ForwardStatus>
    )
  return (
    <ForwardStatus
      isGood={false}
      badge={t('Not confirmed')}
      button={
        <Button size="small" busy={sendingTo !== null} onClick={() => void send(address)}>
          {confirmation ? t('Send Link Again') : t('Send Link')}
        </Button>
      }
    >
      {confirmation
        ? t('A link was sent to this address. Nothing is forwarded until the recipient has agreed.')
        : t('Nothing is forwarded until the recipient has agreed.')}
    </ForwardStatus>
  )
}

/**
 * Whether the mailbox can send: by its server for outgoing email, or by an OAuth grant that includes `Mail.Send`. The
 * scope is requested only from users who forward mail, so that all others grant no more than sorting needs.
 */
function ForwardPermission() {
  const { active } = useMailboxes()
  if (active?.unsupported?.includes('send'))
    return (
      <ForwardStatus isGood={false} badge={t('Not possible')}>
        {t('This mailbox has no server for outgoing email. Connect the mailbox again to name one.')}
      </ForwardStatus>
    )
  // A password is also for sending.
  return active && active.sign_in !== 'password' ? <SendPermission mailboxId={active.id} /> : null
}

function SendPermission({ mailboxId }: { mailboxId: string }) {
  const { data: settings, error } = useQuery(mailboxSettingsQuery(mailboxId))
  const connect = useConnectMailbox()
  // The mailbox list shows why the settings cannot be loaded.
  if (!settings) return error ? null : <ForwardStatusSkeleton />
  if (settings.permissions.some(({ scope }) => /(^|\/)Mail\.Send$/i.test(scope)))
    return (
      <ForwardStatus isGood badge={t('Allowed')}>
        {t('Microsoft allows sending email from this mailbox.')}
      </ForwardStatus>
    )
  const allow = (): void =>
    connect.mutate(
      { options: { mailboxId, sending: true } },
      {
        onError: (error) =>
          toastError(t('Connection Error'), errorMessageOr(error, t('Failed to connect mailbox. Please try again.'))),
      },
    )
  return (
    <ForwardStatus
      isGood={false}
      badge={t('Not allowed')}
      button={
        <Button size="small" busy={connect.isPending || connect.isSuccess} onClick={allow}>
          {t('Allow Sending')}
        </Button>
      }
    >
      {t('Microsoft has not allowed sending email from this mailbox yet.')}
    </ForwardStatus>
  )
}

interface ForwardStatusProps {
  isGood: boolean
  badge: string
  children: ReactNode
  /** Lets the user meet the condition. */
  button?: ReactNode
}

/** A condition of forwarding: whether it is met, and a button to meet it. */
function ForwardStatus({ isGood, badge, children, button }: ForwardStatusProps) {
  return (
    <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm sm:flex-nowrap">
      <p>
        <Badge tone={isGood ? 'good' : 'warn'}>{badge}</Badge> <span className="text-muted">{children}</span>
      </p>
      {button}
    </div>
  )
}

/** As high as the loaded status, so that nothing moves. */
const ForwardStatusSkeleton = () => <Skeleton className="h-10 w-full" />
