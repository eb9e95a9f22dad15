import { defaultActionConfigs, ForwardMailConfig } from '../../../contract/actions.ts'
import { TextField } from '../../ui/text-field.tsx'
import { ActionForm } from './folder-action-form.tsx'
import { type ConfigFormProps, useActionConfig } from './use-action-config.ts'

export function ForwardForm(props: ConfigFormProps) {
  const { config, set, problems, form } = useActionConfig(props, ForwardMailConfig, defaultActionConfigs.forward_mail)
  return (
    <ActionForm form={form}>
      <TextField
        label="Destination email"
        type="email"
        name="destination-email"
        autoComplete="off"
        spellCheck={false}
        value={config.destination_email}
        error={problems['destination_email']}
        hint="One address. Mail that is sorted into this folder is forwarded there."
        onChange={(event) => set({ destination_email: event.target.value.trim() })}
      />
    </ActionForm>
  )
}
