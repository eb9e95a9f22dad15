import { type FormEvent, useRef, useState } from 'react'
import { type ConditionKind, conditionValue } from '../../../contract/functions/folder-conditions.ts'
import { conditionValueMaxLength } from '../../../contract/limits.ts'
import type { EmailFolder } from '../../../contract/tables.ts'
import { explain } from '../../api/api-error.ts'
import { useChangeConditions } from '../../api/folder-conditions.ts'
import { toastError } from '../../lib/toast.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { conditionKinds, conditionWords } from './condition-words.ts'

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
  const field = useRef<HTMLInputElement>(null)
  const words = conditionKinds.find(({ value }) => value === kind)

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (change.isPending) return
    const value = conditionValue(kind, typed)
    if (value === null) {
      setProblem(words?.problem ?? null)
      return field.current?.focus()
    }
    change.mutate(
      { action: 'add', condition: { folderId, kind, value } },
      {
        onSuccess: () => {
          setTyped('')
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
        }}
      />
      <SelectField
        label="Goes into"
        value={folderId}
        choices={folders.map((folder) => ({ value: folder.id, label: folder.display_name || folder.folder_name }))}
        onChange={setFolderId}
      />
      <div className="flex items-end">
        <Button type="submit" tone="primary" size="large" busy={change.isPending} className="w-full">
          {change.isPending ? 'Adding...' : 'Add Condition'}
        </Button>
      </div>
    </form>
  )
}
