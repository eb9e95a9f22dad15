import { useState } from 'react'
import { isAddressForEntra, setUpParts } from '../../../contract/operator-settings.ts'
import { portalSteps } from '../../../contract/portal-steps.ts'
import { PasswordField } from '../../forms/password-field.tsx'
import { t } from '../../texts/translate.ts'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { EntraPicture } from './entra-picture.tsx'
import { PartActions } from './part-actions.tsx'
import { PortalStepsList } from './portal-steps-list.tsx'
import { useSetUp } from './set-up-context.ts'
import { useEntered } from './use-entered.ts'

/** The app registration for mailboxes at Microsoft. */
export function OutlookPart() {
  const { state } = useSetUp()
  const { field, values, changes } = useEntered(state, setUpParts.outlook)
  const [error, setError] = useState<string | null>(null)
  const { publicUrl } = state
  if (!isAddressForEntra(publicUrl))
    return (
      <Notice tone="warn">
        {t(
          'Microsoft registers https addresses only, and http://localhost. This installation is at {publicUrl}: set ' +
            'PUBLIC_URL to such an address first, as docs/home-server.md describes. A mailbox with IMAP can be ' +
            'connected as it is.',
          { publicUrl },
        )}
      </Notice>
    )
  const validChanges = () => {
    const isMissing = values.MICROSOFT_CLIENT_ID === ''
    setError(isMissing ? t('Please enter the application (client) ID') : null)
    return isMissing ? null : changes()
  }
  return (
    <div className="space-y-4">
      <PortalStepsList portal={portalSteps.outlook} name="Microsoft">
        <EntraPicture address={`${publicUrl}${portalSteps.outlook.callback}`} />
      </PortalStepsList>
      <TextField
        {...field('MICROSOFT_CLIENT_ID')}
        label={t('Application (client) ID')}
        error={error}
        autoComplete="off"
        spellCheck={false}
      />
      <PasswordField
        {...field('MICROSOFT_CLIENT_SECRET', t('Only where the platform is Web.'))}
        label={t('Client secret')}
        autoComplete="off"
      />
      <TextField
        {...field('MICROSOFT_SECRET_EXPIRES', t('As the portal shows it, such as 2027-05-01. You are warned before.'))}
        label={t('Day on which the secret expires')}
        autoComplete="off"
      />
      <TextField
        {...field('MICROSOFT_TENANT', t('Only for one organization: its id or domain. Empty: all accounts.'))}
        label={t('Tenant')}
        autoComplete="off"
        spellCheck={false}
      />
      <PartActions part="outlook" changes={validChanges} />
    </div>
  )
}
