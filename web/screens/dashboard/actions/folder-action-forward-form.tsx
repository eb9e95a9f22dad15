import { defaultActionConfigs, ForwardMailConfig } from '../../../../contract/actions.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { ActionForm } from './folder-action-form.tsx'
import { ForwardConsent } from './forward-consent.tsx'
import { ForwardPermission } from './forward-permission.tsx'
import { type ConfigFormProps, useActionConfig } from './use-action-config.ts'
import { t } from '../../../texts/translate.ts'

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
