import {
  actionConfigs,
  defaultActionConfigs,
  planPrompt as planText,
  type StoreActionType,
  type StoreAttachmentConfig,
} from '../../../../contract/actions.ts'
import { actionTextMaxLength, folderPathMaxLength } from '../../../../contract/limits.ts'
import { type FileProvider, providerNames } from '../../../../contract/providers.ts'
import { safeText } from '../../../lib/safe-text.ts'
import { rich } from '../../../texts/rich.ts'
import { t } from '../../../texts/translate.ts'
import { Badge } from '../../../ui/badge.tsx'
import { SwitchField } from '../../../ui/switch-field.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ConnectionsLink } from './connections-link.tsx'
import { ActionForm } from './folder-action-form.tsx'
import { PromptTools } from './prompt-tools.tsx'
import { StoredPlan } from './stored-plan.tsx'
import { type ConfigFormProps, useActionConfig } from './use-action-config.ts'
import { usePromptAnalysis, useTypedAnalysis } from './use-prompt-analysis.ts'
import { useServices } from './use-services.ts'

export function StoreForm({ type, ...props }: ConfigFormProps & { type: StoreActionType }) {
  const prompts = usePromptAnalysis(type)
  const stored = planText(actionConfigs[type].safeParse(props.action.config).data ?? defaultActionConfigs[type])
  const { config, set, errors, form } = useActionConfig<StoreAttachmentConfig>(
    props,
    actionConfigs[type],
    defaultActionConfigs[type],
    (checked) => prompts.confirmBeforeSaving(planText(checked), stored),
  )
  const text = planText(config)
  useTypedAnalysis(prompts, text, stored)
  const setText = (change: Partial<Pick<StoreAttachmentConfig, 'prompt' | 'instructions'>>): void => {
    prompts.clear()
    set(change)
  }
  return (
    <ActionForm form={form} unsaved={prompts.unsaved}>
      <StorageService provider={config.provider} />
      <TextAreaField
        label={t('Prompt')}
        value={config.prompt}
        error={errors['prompt']}
        maxLength={actionTextMaxLength}
        hint={t('Which attachments to store, in your own words. Empty: all of them.')}
        placeholder={t('For example: only invoices as PDF')}
        onChange={(prompt) => setText({ prompt })}
      />
      <TextAreaField
        label={t('Instructions')}
        value={config.instructions}
        error={errors['instructions']}
        maxLength={actionTextMaxLength}
        hint={t('How to file them, e.g. a folder for each sender.')}
        onChange={(instructions) => setText({ instructions })}
      />
      <PromptTools
        prompts={prompts}
        prompt={text}
        enhanced={{ prompt: config.prompt, replace: (prompt) => setText({ prompt }) }}
        ownService={config.provider}
      />
      {text === stored && <StoredPlan action={props.action} hasPrompt={stored !== ''} ownService={config.provider} />}
      <TextField
        label={t('Base folder path')}
        name="base-folder-path"
        autoComplete="off"
        maxLength={folderPathMaxLength}
        placeholder={t('Mail/Invoices')}
        hint={t('The folder in your {provider} that they are stored in. Empty: the root.', {
          provider: providerNames[config.provider],
        })}
        value={config.baseFolderPath}
        error={errors['baseFolderPath']}
        onChange={(event) => set({ baseFolderPath: event.target.value })}
      />
      <SwitchField
        label={t('Preserve original names')}
        checked={config.preserveOriginalNames}
        onChange={(preserveOriginalNames) => set({ preserveOriginalNames })}
      />
    </ActionForm>
  )
}

/** The service in which the action stores attachments, and whether it is connected. */
function StorageService({ provider }: { provider: FileProvider }) {
  const { readinessOf, emailOf } = useServices()
  const readiness = readinessOf(provider)
  const email = emailOf(provider)
  return (
    <dl className="text-sm">
      <dt className="font-medium">{t('Provider')}</dt>
      <dd className="mt-1.5">
        {providerNames[provider]} {readiness === 'ready' && <Badge tone="good">{t('Connected')}</Badge>}
        {readiness === 'missing' && <Badge tone="warn">{t('Not Connected')}</Badge>}
        {readiness === 'coming_soon' && <Badge tone="accent">{t('Coming Soon')}</Badge>}
      </dd>
      {/* Reserves its height until the connections are loaded. */}
      <dd className="min-h-5 wrap-anywhere text-muted">
        {readiness === 'ready' &&
          email !== null &&
          rich('Connected as: {address}', { address: <bdi>{safeText(email)}</bdi> })}
        {readiness === 'missing' &&
          rich('Nothing is stored until you connect it on the page {page}.', { page: <ConnectionsLink /> })}
        {readiness === 'coming_soon' && t('It cannot be connected yet, so nothing is stored.')}
      </dd>
    </dl>
  )
}
