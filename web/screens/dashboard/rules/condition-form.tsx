import { type FormEvent, useRef, useState } from 'react'
import { type ConditionKind, conditionValue } from '../../../../contract/functions/folder-conditions.ts'
import { conditionValueMaxLength } from '../../../../contract/limits.ts'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { explain } from '../../../api/api-error.ts'
import { useChangeConditions } from '../../../api/folder-conditions.ts'
import { toastError } from '../../../lib/toast.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { conditionKinds, conditionWords, problemWith } from './condition-words.ts'
import { PreviewButton, SortingPreview } from './sorting-preview.tsx'

interface ConditionFormProps {
  mailboxId: string
  folders: readonly EmailFolder[]
  /** Chosen at first. */
  folderId: string
}

export function ConditionForm({ mailboxId, folders, folderId: first }: ConditionFormProps) {
  const change = useChangeConditions(mailboxId)
  const [kind, setKind] = useState<ConditionKind>('address')
  const [typed, setTyped] = useState('')
  const [folderId, setFolderId] = useState(first)
  const [problem, setProblem] = useState<string | null>(null)
  /** What the preview below is about; null: none is shown. */
  const [previewed, setPreviewed] = useState<{ kind: ConditionKind; value: string } | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const words = conditionKinds.find(({ value }) => value === kind)

  const folder = folders.find(({ id }) => id === folderId)

  /** @returns null where it is none; the field says why then */
  const checked = (): string | null => {
    const value = conditionValue(kind, typed)
    if (value === null) {
      setProblem(problemWith(kind, typed) ?? null)
      field.current?.focus()
    }
    return value
  }
  const preview = (): void => {
    const value = checked()
    if (value !== null) setPreviewed({ kind, value })
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (change.isPending) return
    const value = checked()
    if (value === null) return
    change.mutate(
      { action: 'add', condition: { folderId, kind, value } },
      {
        onSuccess: () => {
          setTyped('')
          setPreviewed(null)
          announce(`Added: ${conditionWords({ kind, value })}`)
          field.current?.focus()
        },
        onError: (error) =>
          toastError('Update Failed', explain(error, 'Failed to update conditions. Please try again.')),
      },
    )
  }

  return (
    <form noValidate onSubmit={submit} className="mt-5 grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Mail"
        value={kind}
        choices={conditionKinds}
        onChange={(chosen) => {
          setKind(chosen)
          setProblem(null)
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
          setTyped(event.target.value)
          setProblem(null)
          setPreviewed(null)
        }}
      />
      <SelectField
        label="Goes into"
        value={folderId}
        choices={folders.map((folder) => ({ value: folder.id, label: folder.display_name || folder.folder_name }))}
        onChange={(chosen) => {
          setFolderId(chosen)
          setPreviewed(null)
        }}
      />
      <div className="flex items-end gap-2">
        <PreviewButton size="large" onClick={preview} />
        <Button type="submit" tone="primary" size="large" busy={change.isPending} className="grow">
          {change.isPending ? 'Adding...' : 'Add Condition'}
        </Button>
      </div>
      {previewed && folder && (
        <div className="sm:col-span-2">
          <SortingPreview folder={folder} change={{ condition: previewed }} />
        </div>
      )}
    </form>
  )
}
