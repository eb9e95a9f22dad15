import { type FormEvent, useState } from 'react'
import type { ConditionKind } from '../../../../contract/functions/folder-conditions.ts'
import { conditionValueMaxLength } from '../../../../contract/limits.ts'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { conditionKinds } from './condition-words.ts'
import { PreviewButton, SortingPreview } from './sorting-preview.tsx'
import type { NewCondition } from './use-new-condition.ts'

interface ConditionFormProps {
  folders: readonly EmailFolder[]
  condition: NewCondition
}

export function ConditionForm({ folders, condition }: ConditionFormProps) {
  const { kind, typed, folderId, problem, field, isAdding } = condition
  /** What the preview below is about; null: none is shown. */
  const [previewed, setPreviewed] = useState<{ kind: ConditionKind; value: string } | null>(null)
  const words = conditionKinds.find(({ value }) => value === kind)
  const folder = folders.find(({ id }) => id === folderId)

  const preview = (): void => {
    const value = condition.checked()
    if (value !== null) setPreviewed({ kind, value })
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    condition.add()
  }

  return (
    <form noValidate onSubmit={submit} className="mt-5 grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Mail"
        value={kind}
        choices={conditionKinds}
        onChange={(chosen) => {
          condition.choose(chosen)
          setPreviewed(null)
        }}
      />
      <TextField
        label="What exactly"
        ref={field}
        autoComplete="off"
        maxLength={conditionValueMaxLength}
        placeholder={words?.example}
        value={typed}
        error={problem}
        onChange={(event) => {
          condition.type(event.target.value)
          setPreviewed(null)
        }}
      />
      <SelectField
        label="Goes into"
        value={folderId}
        choices={folders.map((folder) => ({ value: folder.id, label: folder.display_name || folder.folder_name }))}
        onChange={(chosen) => {
          condition.chooseFolder(chosen)
          setPreviewed(null)
        }}
      />
      <div className="flex items-end gap-2">
        <PreviewButton size="large" onClick={preview} />
        <Button type="submit" tone="primary" size="large" busy={isAdding} className="grow">
          {isAdding ? 'Adding...' : 'Add Condition'}
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
