import { type FormEvent, useState } from 'react'
import type { ConditionKind } from '../../../../contract/functions/folder-conditions.ts'
import { conditionValueMaxLength } from '../../../../contract/limits.ts'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { folderName } from '../../../lib/folder-name.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { conditionKinds } from './condition-texts.ts'
import { PreviewButton, SortingPreview } from './sorting-preview.tsx'
import type { NewCondition } from './use-new-condition.ts'
import { t } from '../../../texts/translate.ts'

interface ConditionFormProps {
  folders: readonly EmailFolder[]
  condition: NewCondition
}

export function ConditionForm({ folders, condition }: ConditionFormProps) {
  const { kind, typed, folderId, error, field, isAdding } = condition
  /** The condition that the preview shows; null: no preview. */
  const [previewed, setPreviewed] = useState<{ kind: ConditionKind; value: string } | null>(null)
  const texts = conditionKinds.find(({ value }) => value === kind)
  const folder = folders.find(({ id }) => id === folderId)

  const preview = (): void => {
    const value = condition.validate()
    if (value !== null) setPreviewed({ kind, value })
  }
  /** Hides the preview, which no longer fits, and applies the change. */
  const edit = (change: () => void): void => {
    change()
    setPreviewed(null)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    condition.add()
  }

  return (
    <form noValidate onSubmit={submit} className="mt-5 grid gap-4 sm:grid-cols-2">
      <SelectField
        label={t('Email')}
        value={kind}
        choices={conditionKinds.map(({ value, label }) => ({ value, label: t(label) }))}
        onChange={(chosen) => edit(() => condition.setKind(chosen))}
      />
      <TextField
        label={t('Value')}
        ref={field}
        autoComplete="off"
        maxLength={conditionValueMaxLength}
        placeholder={texts && t(texts.example)}
        value={typed}
        error={error}
        onChange={(event) => edit(() => condition.setTyped(event.target.value))}
      />
      <SelectField
        label={t('Goes into')}
        value={folderId}
        choices={folders.map((folder) => ({ value: folder.id, label: folderName(folder) }))}
        onChange={(chosen) => edit(() => condition.setFolderId(chosen))}
      />
      <div className="flex items-end gap-2">
        <PreviewButton size="large" onClick={preview} />
        <Button type="submit" tone="primary" size="large" busy={isAdding} className="grow">
          {isAdding ? t('Adding...') : t('Add Condition')}
        </Button>
      </div>
      {previewed && folder && typed !== '' && (
        <div className="sm:col-span-2">
          <SortingPreview folder={folder} change={{ condition: previewed }} />
        </div>
      )}
    </form>
  )
}
