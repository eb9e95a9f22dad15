import {
  dataSources,
  defaultActionConfigs,
  DraftReplyConfig,
  responseLengthLabels,
  responseLengths,
  tones,
} from '../../../../contract/actions.ts'
import { formatCount, formatNumber } from '../../../lib/format.ts'
import { RangeField } from '../../../ui/range-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { SwitchField } from '../../../ui/switch-field.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { ActionForm } from './folder-action-form.tsx'
import { Fold } from './fold.tsx'
import { MissingFileSource } from './missing-file-source.tsx'
import { type ConfigFormProps, useActionConfig } from './use-action-config.ts'
import { maxFilesRange, draftContextRange, actionTextMaxLength } from '../../../../contract/limits.ts'

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const toneChoices = tones.map((value) => ({ value, label: capitalized(value) }))
const lengthChoices = responseLengths.map((value) => ({ value, label: responseLengthLabels[value] }))
const sourceLabels: Record<(typeof dataSources)[number], string> = {
  all: 'All connected services',
  dropbox: 'Dropbox',
  google_drive: 'Google Drive',
  onedrive: 'OneDrive',
}
const sourceChoices = dataSources.map((value) => ({ value, label: sourceLabels[value] }))
const characters = (value: number): string => `${formatNumber(value)} characters`

export function DraftReplyForm(props: ConfigFormProps) {
  const { config, set, errors, form } = useActionConfig(props, DraftReplyConfig, defaultActionConfigs.draft_reply)
  return (
    <ActionForm form={form}>
      <SelectField label="Tone" value={config.tone} choices={toneChoices} onChange={(tone) => set({ tone })} />
      <SelectField
        label="Response length"
        value={config.responseLength}
        choices={lengthChoices}
        onChange={(responseLength) => set({ responseLength })}
      />
      <SwitchField
        label="Include greeting"
        checked={config.includeGreeting}
        onChange={(includeGreeting) => set({ includeGreeting })}
      />
      <SwitchField
        label="Include signature"
        checked={config.includeSignature}
        onChange={(includeSignature) => set({ includeSignature })}
      />
      <TextAreaField
        label="Instructions"
        value={config.instructions}
        error={errors['instructions']}
        maxLength={actionTextMaxLength}
        placeholder="For example: offer a call next week"
        onChange={(instructions) => set({ instructions })}
      />
      <SwitchField
        label="Include file context"
        hint="Files of yours that fit the mail are read for the draft."
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
          label="Data source"
          value={config.dataSource}
          choices={sourceChoices}
          onChange={(dataSource) => set({ dataSource })}
        />
        <MissingFileSource source={config.dataSource} />
      </div>
      <TextAreaField
        label="File context instructions"
        value={config.fileContextInstructions}
        error={errors['fileContextInstructions']}
        maxLength={actionTextMaxLength}
        placeholder="For example: look for the latest price list"
        onChange={(fileContextInstructions) => set({ fileContextInstructions })}
      />
      <Fold title="Advanced">
        <SwitchField
          label="Use files for other recipients"
          hint="An email can ask for the reply at another address than its sender's. Off: such a draft uses no files."
          checked={config.includeFilesForReplyTo}
          onChange={(includeFilesForReplyTo) => set({ includeFilesForReplyTo })}
        />
        <RangeField
          label="Max files"
          value={config.maxFiles}
          range={maxFilesRange}
          format={(value) => formatCount(value, 'file')}
          onChange={(maxFiles) => set({ maxFiles })}
        />
        <RangeField
          label="Max context length"
          value={config.maxContextLength}
          range={draftContextRange}
          format={characters}
          onChange={(maxContextLength) => set({ maxContextLength })}
        />
      </Fold>
    </>
  )
}
