import {
  actionConfigs,
  actionTextMaxLength,
  defaultActionConfigs,
  folderPathMaxLength,
  type StoreAttachmentConfig,
} from '../../../contract/actions.ts'
import { SwitchField } from '../../ui/switch-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ActionForm } from './folder-action-form.tsx'
import { type ConfigFormProps, useActionConfig } from './use-action-config.ts'

const services = {
  store_attachment_dropbox: 'Dropbox',
  store_attachment_google_drive: 'Google Drive',
  store_attachment_onedrive: 'OneDrive',
}

export function StoreForm({ type, ...props }: ConfigFormProps & { type: keyof typeof services }) {
  const { config, set, problems, form } = useActionConfig<StoreAttachmentConfig>(
    props,
    actionConfigs[type],
    defaultActionConfigs[type],
  )
  const service = services[type]
  return (
    <ActionForm form={form}>
      <TextField label="Provider" value={service} readOnly />
      <TextAreaField
        label="Prompt"
        value={config.prompt}
        error={problems['prompt']}
        maxLength={actionTextMaxLength}
        hint="Which attachments to store, in your own words. Empty: all of them."
        placeholder="For example: only invoices as PDF"
        onChange={(prompt) => set({ prompt })}
      />
      <TextAreaField
        label="Instructions"
        value={config.instructions}
        error={problems['instructions']}
        maxLength={actionTextMaxLength}
        hint="How to file them, e.g. a folder for each sender."
        onChange={(instructions) => set({ instructions })}
      />
      <TextField
        label="Base folder path"
        name="base-folder-path"
        autoComplete="off"
        maxLength={folderPathMaxLength}
        placeholder="Mail/Invoices"
        hint={`Where in your ${service} they go. Empty: the root.`}
        value={config.baseFolderPath}
        error={problems['baseFolderPath']}
        onChange={(event) => set({ baseFolderPath: event.target.value })}
      />
      <SwitchField
        label="Preserve original names"
        checked={config.preserveOriginalNames}
        onChange={(preserveOriginalNames) => set({ preserveOriginalNames })}
      />
    </ActionForm>
  )
}
