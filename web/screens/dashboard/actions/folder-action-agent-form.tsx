import { AiAgentConfig, defaultActionConfigs } from '../../../../contract/actions.ts'
import { RangeField } from '../../../ui/range-field.tsx'
import { SwitchField } from '../../../ui/switch-field.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ActionForm } from './folder-action-form.tsx'
import { Disclosure } from './disclosure.tsx'
import { PromptTools } from './prompt-tools.tsx'
import { StoredPlan } from './stored-plan.tsx'
import { type ConfigFormProps, useActionConfig } from './use-action-config.ts'
import { usePromptAnalysis, useTypedAnalysis } from './use-prompt-analysis.ts'
import { maxConnectionsRange, agentContextRange, actionTextMaxLength } from '../../../../contract/limits.ts'
import { t, tn } from '../../../texts/translate.ts'

const { min, max, step } = agentContextRange

export function AgentForm(props: ConfigFormProps) {
  const prompts = usePromptAnalysis('ai_agent_action')
  const stored = AiAgentConfig.safeParse(props.action.config).data?.prompt ?? ''
  const { config, set, errors, form } = useActionConfig(
    props,
    AiAgentConfig,
    defaultActionConfigs.ai_agent_action,
    ({ prompt }) => prompts.confirmBeforeSaving(prompt, stored),
  )
  const setPrompt = (prompt: string): void => {
    prompts.clear()
    set({ prompt })
  }
  useTypedAnalysis(prompts, config.prompt, stored)
  return (
    <ActionForm form={form} unsaved={prompts.unsaved}>
      <TextAreaField
        label={t('Prompt')}
        value={config.prompt}
        error={errors['prompt']}
        rows={5}
        maxLength={actionTextMaxLength}
        hint={t('What to do with each email, in your own words. The plan appears as you write.')}
        placeholder={t('For example: store the invoice in Dropbox and create a contact for the sender')}
        onChange={setPrompt}
      />
      <PromptTools
        prompts={prompts}
        prompt={config.prompt}
        enhanced={{ prompt: config.prompt, replace: setPrompt }}
        ownService={null}
      />
      {config.prompt === stored && (
        <StoredPlan action={props.action} hasPrompt={stored.trim() !== ''} ownService={null} />
      )}
      <SwitchField
        label={t('Include file context')}
        hint={t('Your files that match the email are read too.')}
        checked={config.includeFileContext}
        onChange={(includeFileContext) => set({ includeFileContext })}
      />
      <Disclosure title={t('Advanced')} hasError={Boolean(errors['maxContextLength'])}>
        <RangeField
          label={t('Max connections')}
          value={config.maxConnections}
          range={maxConnectionsRange}
          format={(value) => tn(value, '{count} service', '{count} services')}
          onChange={(maxConnections) => set({ maxConnections })}
        />
        <TextField
          label={t('Max context length')}
          type="number"
          inputMode="numeric"
          {...{ min, max, step }}
          // NaN: the field is empty. Saving shows the error.
          value={Number.isNaN(config.maxContextLength) ? '' : config.maxContextLength}
          error={errors['maxContextLength'] && t('Choose {min} to {max} characters.', { min, max })}
          hint={t('Characters, {min} to {max}.', { min, max })}
          onChange={(event) => set({ maxContextLength: event.target.valueAsNumber })}
        />
      </Disclosure>
    </ActionForm>
  )
}
