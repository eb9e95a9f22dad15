import {
  dataSources,
  defaultActionConfigs,
  DraftReplyConfig,
  responseLengthLabels,
  responseLengths,
  tones,
} from '../../../../contract/actions.ts'
import { actionTextMaxLength, draftContextRange, maxFilesRange } from '../../../../contract/limits.ts'
import { FileProvider, providerNames } from '../../../../contract/providers.ts'
import { rich } from '../../../texts/rich.ts'
import { t, text, tn } from '../../../texts/translate.ts'
import { RangeField } from '../../../ui/range-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { SwitchField } from '../../../ui/switch-field.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { ConnectionsLink } from './connections-link.tsx'
import { Disclosure } from './disclosure.tsx'
import { ActionForm } from './folder-action-form.tsx'
import { type ConfigFormProps, useActionConfig } from './use-action-config.ts'
import { useServices } from './use-services.ts'

const toneLabels: Record<(typeof tones)[number], string> = {
  formal: text('Formal'),
  'professional and friendly': text('Professional and friendly'),
  casual: text('Casual'),
  enthusiastic: text('Enthusiastic'),
}
const sourceLabels: Record<(typeof dataSources)[number], string> = {
  all: text('All connected services'),
  dropbox: 'Dropbox',
  google_drive: 'Google Drive',
  onedrive: 'OneDrive',
}
const choicesOf = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  values.map((value) => ({ value, label: t(labels[value]) }))

export function DraftReplyForm(props: ConfigFormProps) {
  const { config, set, errors, form } = useActionConfig(props, DraftReplyConfig, defaultActionConfigs.draft_reply)
  return (
    <ActionForm form={form}>
      <SelectField
        label={t('Tone')}
        value={config.tone}
        choices={choicesOf(tones, toneLabels)}
        onChange={(tone) => set({ tone })}
      />
      <SelectField
        label={t('Response length')}
        value={config.responseLength}
        choices={choicesOf(responseLengths, responseLengthLabels)}
        onChange={(responseLength) => set({ responseLength })}
      />
      <SwitchField
        label={t('Include greeting')}
        checked={config.includeGreeting}
        onChange={(includeGreeting) => set({ includeGreeting })}
      />
      <SwitchField
        label={t('Include signature')}
        checked={config.includeSignature}
        onChange={(includeSignature) => set({ includeSignature })}
      />
      <TextAreaField
        label={t('Instructions')}
        value={config.instructions}
        error={errors['instructions']}
        maxLength={actionTextMaxLength}
        placeholder={t('For example: offer a call next week')}
        onChange={(instructions) => set({ instructions })}
      />
      <SwitchField
        label={t('Include file context')}
        hint={t('Your files that match the email are read for the draft.')}
        checked={config.includeFileContext}
        onChange={(includeFileContext) => set({ includeFileContext })}
      />
      {config.includeFileContext && <FileContextFields config={config} set={set} errors={errors} />}
    </ActionForm>
  )
}

type FileContextFieldsProps = Pick<ReturnType<typeof useActionConfig<DraftReplyConfig>>, 'config' | 'set' | 'errors'>

function FileContextFields({ config, set, errors }: FileContextFieldsProps) {
  return (
    <>
      <div className="space-y-1.5">
        <SelectField
          label={t('Data source')}
          value={config.dataSource}
          choices={choicesOf(dataSources, sourceLabels)}
          onChange={(dataSource) => set({ dataSource })}
        />
        <MissingFileSource source={config.dataSource} />
      </div>
      <TextAreaField
        label={t('File context instructions')}
        value={config.fileContextInstructions}
        error={errors['fileContextInstructions']}
        maxLength={actionTextMaxLength}
        placeholder={t('For example: look for the latest price list')}
        onChange={(fileContextInstructions) => set({ fileContextInstructions })}
      />
      <Disclosure title={t('Advanced')}>
        <SwitchField
          label={t('Use files for other recipients')}
          hint={t(
            "An email can ask for the reply at another address than its sender's. Off: such a draft uses no files.",
          )}
          checked={config.includeFilesForReplyTo}
          onChange={(includeFilesForReplyTo) => set({ includeFilesForReplyTo })}
        />
        <RangeField
          label={t('Max files')}
          value={config.maxFiles}
          range={maxFilesRange}
          format={(value) => tn(value, '{count} file', '{count} files')}
          onChange={(maxFiles) => set({ maxFiles })}
        />
        <RangeField
          label={t('Max context length')}
          value={config.maxContextLength}
          range={draftContextRange}
          format={(value) => t('{count} characters', { count: value })}
          onChange={(maxContextLength) => set({ maxContextLength })}
        />
      </Disclosure>
    </>
  )
}

/** Warns that no file service is connected: the draft is then written without files. */
function MissingFileSource({ source }: { source: (typeof dataSources)[number] }) {
  const { readinessOf } = useServices()
  const providers = source === 'all' ? FileProvider.options : [source]
  const readiness = providers.map(readinessOf)
  if (readiness.some((each) => each === 'ready' || each === 'unknown')) return null
  const page = <ConnectionsLink />
  return (
    <p className="text-sm text-warn">
      {source === 'all'
        ? t('No file service is connected, so no files are read.')
        : t('{service} is not connected, so no files are read.', { service: providerNames[source] })}
      {readiness.includes('missing') && (
        <>
          {' '}
          {source === 'all'
            ? rich('Connect one on the page {page}.', { page })
            : rich('Connect it on the page {page}.', { page })}
        </>
      )}
    </p>
  )
}
