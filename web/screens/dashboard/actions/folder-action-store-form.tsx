import {
  actionConfigs,
  actionTextMaxLength,
  defaultActionConfigs,
  folderPathMaxLength,
  planWords as wordsOf,
  type StoreAttachmentConfig,
  type UsableActionType,
} from '../../../../contract/actions.ts'
import { providerNames } from '../../../../contract/providers.ts'
import { SwitchField } from '../../../ui/switch-field.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ActionForm } from './folder-action-form.tsx'
import { PromptTools } from './prompt-tools.tsx'
import { StoredPlan } from './stored-plan.tsx'
import { StoreProvider } from './store-provider.tsx'
import { type ConfigFormProps, useActionConfig } from './use-action-config.ts'
import { usePromptAnalysis } from './use-prompt-analysis.ts'

type StoreAction = Exclude<UsableActionType, 'draft_reply' | 'forward_mail' | 'ai_agent_action'>

export function StoreForm({ type, ...props }: ConfigFormProps & { type: StoreAction }) {
  const prompts = usePromptAnalysis(type)
  const stored = wordsOf(actionConfigs[type].safeParse(props.action.config).data ?? defaultActionConfigs[type])
  const { config, set, problems, form } = useActionConfig<StoreAttachmentConfig>(
    props,
    actionConfigs[type],
    defaultActionConfigs[type],
    (checked) => prompts.isSeen(wordsOf(checked), stored),
  )
  const words = wordsOf(config)
  const setWords = (change: Partial<Pick<StoreAttachmentConfig, 'prompt' | 'instructions'>>): void => {
    prompts.clear()
    set(change)
  }
  return (
    <ActionForm form={form} unsaved={prompts.unsaved}>
      <StoreProvider provider={config.provider} />
      <TextAreaField
        label="Prompt"
        value={config.prompt}
        error={problems['prompt']}
        maxLength={actionTextMaxLength}
        hint="Which attachments to store, in your own words. Empty: all of them."
        placeholder="For example: only invoices as PDF"
        onChange={(prompt) => setWords({ prompt })}
      />
      <TextAreaField
        label="Instructions"
        value={config.instructions}
        error={problems['instructions']}
        maxLength={actionTextMaxLength}
        hint="How to file them, e.g. a folder for each sender."
        onChange={(instructions) => setWords({ instructions })}
      />
      <PromptTools
        work={prompts}
        prompt={words}
        enhanced={{ prompt: config.prompt, put: (prompt) => setWords({ prompt }) }}
      />
      {words === stored && <StoredPlan action={props.action} hasPrompt={stored !== ''} />}
      <TextField
        label="Base folder path"
        name="base-folder-path"
        autoComplete="off"
        maxLength={folderPathMaxLength}
        placeholder="Mail/Invoices"
        hint={`Where in your ${providerNames[config.provider]} they go. Empty: the root.`}
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
