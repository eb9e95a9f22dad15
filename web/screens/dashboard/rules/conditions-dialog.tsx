import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type MouseEvent, useId, useRef, useState } from 'react'
import {
  type ConditionKind,
  conditionValue,
  type FolderCondition,
} from '../../../../contract/functions/folder-conditions.ts'
import { conditionValueMaxLength } from '../../../../contract/limits.ts'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { errorMessageOr } from '../../../api/api-error.ts'
import { conditionsQuery, useChangeConditions } from '../../../api/folder-conditions.ts'
import { foldersQuery } from '../../../api/folders.ts'
import { UnsavedDialog } from '../../../forms/unsaved-dialog.tsx'
import { folderName } from '../../../lib/folder-name.ts'
import { toastError } from '../../../lib/toast.ts'
import { rich } from '../../../texts/rich.ts'
import { t, text } from '../../../texts/translate.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { DialogClose, DialogFooter } from '../../../ui/dialog.tsx'
import { PlainSelect } from '../../../ui/select-field.tsx'
import { inputClasses } from '../../../ui/text-field.tsx'
import { ConditionRow } from './condition-row.tsx'
import { conditionErrorText, conditionKinds, conditionText } from './condition-texts.ts'
import { PreviewButton, SortingPreview } from './sorting-preview.tsx'
import { type ConditionOrder, useConditionOrder } from './use-condition-order.ts'

const none: readonly FolderCondition[] = []
const unsavedOrderText = text('The new order of the conditions is not saved yet.')
const unaddedConditionText = text('The condition that you have typed is not added yet.')

/** All conditions of the mailbox in their order, and a form for one more. */
export function ConditionsDialog({ folder, onClose }: { folder: EmailFolder; onClose: () => void }) {
  const { mailbox_id: mailboxId } = folder
  const { data: conditions = none } = useQuery(conditionsQuery(mailboxId))
  const { data: folders = [] } = useQuery(foldersQuery(mailboxId))
  const order = useConditionOrder(mailboxId, conditions)
  const newCondition = useNewCondition(mailboxId, folder.id)
  const isReordered = order.confirmationIndex !== null
  /** Adds a condition that was typed but not added yet. If it is invalid, the dialog stays open and says why. */
  const done = (event: MouseEvent): void => {
    if (!newCondition.isTyped) return
    event.preventDefault()
    newCondition.add(isReordered ? undefined : onClose)
  }
  return (
    <UnsavedDialog
      unsaved={isReordered ? t(unsavedOrderText) : newCondition.isTyped ? t(unaddedConditionText) : null}
      onClose={onClose}
      title={t('Conditions of {folder}', { folder: folderName(folder) })}
      description={t('They decide before anything that was learned. If an email meets several, the first one counts.')}
      size="wide"
    >
      <ConditionForm folders={folders} condition={newCondition} />
      <Conditions mailboxId={mailboxId} folders={folders} order={order} busy={newCondition.isAdding} />
      <DialogFooter>
        <DialogClose busy={newCondition.isAdding} onClick={done}>
          {t('Done')}
        </DialogClose>
      </DialogFooter>
    </UnsavedDialog>
  )
}

interface ConditionsProps {
  mailboxId: string
  folders: readonly EmailFolder[]
  order: ConditionOrder
  /** A condition is being added. */
  busy: boolean
}

function Conditions({ mailboxId, folders, order, busy }: ConditionsProps) {
  const change = useChangeConditions(mailboxId)
  const heading = useRef<HTMLHeadingElement>(null)
  const remove = (condition: FolderCondition): void =>
    change.mutate(
      { action: 'remove', conditionId: condition.id },
      {
        onSuccess: () => {
          // The row, which had the focus, is removed.
          heading.current?.focus()
          announce(t('Removed: {condition}', { condition: conditionText(condition) }))
        },
        onError: (error) =>
          toastError(t('Update Failed'), errorMessageOr(error, t('Failed to update conditions. Please try again.'))),
      },
    )
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className={order.shown.length === 0 ? 'sr-only' : 'mt-6 text-sm font-semibold'}>
        {t('All conditions, in their order')}
      </h3>
      {order.shown.length === 0 ? (
        <p className="mt-5 text-sm text-muted">{t('There are no conditions yet.')}</p>
      ) : (
        <ol className="mt-2 divide-y divide-line text-sm">
          {order.shown.map((condition, index) => (
            <ConditionRow
              key={condition.id}
              condition={condition}
              folder={folders.find(({ id }) => id === condition.folderId)}
              index={index}
              order={order}
              busy={busy || change.isPending || order.isSaving}
              onRemove={() => remove(condition)}
            />
          ))}
        </ol>
      )}
    </>
  )
}

interface ConditionFormProps {
  folders: readonly EmailFolder[]
  condition: NewCondition
}

function ConditionForm({ folders, condition }: ConditionFormProps) {
  const { kind, typed, folderId, error, field, isAdding } = condition
  /** The condition that the preview shows; null: no preview. */
  const [previewed, setPreviewed] = useState<{ kind: ConditionKind; value: string } | null>(null)
  const errorId = useId()
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
    <form noValidate onSubmit={submit} className="mt-5 space-y-4">
      <div className="leading-13">
        {rich('If an email {kind} {value}, put it into {folder}', {
          kind: (
            <PlainSelect
              label={t('Email')}
              value={kind}
              choices={conditionKinds.map(({ value, label }) => ({ value, label: t(label) }))}
              onChange={(chosen) => edit(() => condition.setKind(chosen))}
            />
          ),
          value: (
            <input
              type="text"
              aria-label={t('Value')}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? errorId : undefined}
              ref={field}
              autoComplete="off"
              maxLength={conditionValueMaxLength}
              placeholder={texts && t(texts.example)}
              value={typed}
              onChange={(event) => edit(() => condition.setTyped(event.target.value))}
              className={`${inputClasses} mx-1 h-11 w-52! max-w-full`}
            />
          ),
          folder: (
            <PlainSelect
              label={t('Goes into')}
              value={folderId}
              choices={folders.map((each) => ({ value: each.id, label: folderName(each) }))}
              onChange={(chosen) => edit(() => condition.setFolderId(chosen))}
            />
          ),
        })}
      </div>
      {error && (
        <p id={errorId} className="text-sm text-bad">
          {error}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <PreviewButton size="medium" onClick={preview} />
        <Button type="submit" tone="primary" busy={isAdding}>
          {isAdding ? t('Adding...') : t('Add Condition')}
        </Button>
      </div>
      {previewed && folder && typed !== '' && <SortingPreview folder={folder} change={{ condition: previewed }} />}
    </form>
  )
}

/**
 * State of the form that adds a condition.
 * @param initialFolderId the folder that is selected first
 */
function useNewCondition(mailboxId: string, initialFolderId: string) {
  const change = useChangeConditions(mailboxId)
  const [kind, setKind] = useState<ConditionKind>('address')
  const [typed, setTyped] = useState('')
  const [folderId, setFolderId] = useState(initialFolderId)
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)

  /** @returns null if the text is invalid; the field then shows why */
  const validate = (): string | null => {
    const value = conditionValue(kind, typed)
    if (value === null) {
      setError(conditionErrorText(kind, typed) ?? null)
      field.current?.focus()
    }
    return value
  }
  /** An invalid or refused condition stays in the form, with an error. */
  const add = (onAdded?: () => void): void => {
    if (change.isPending) return
    const value = validate()
    if (value === null) return
    change.mutate(
      { action: 'add', condition: { folderId, kind, value } },
      {
        onSuccess: () => {
          setTyped('')
          announce(t('Added: {condition}', { condition: conditionText({ kind, value }) }))
          field.current?.focus()
          onAdded?.()
        },
        onError: (failure) =>
          toastError(t('Update Failed'), errorMessageOr(failure, t('Failed to update conditions. Please try again.'))),
      },
    )
  }
  return {
    kind,
    typed,
    folderId,
    error,
    field,
    isTyped: typed.trim() !== '',
    isAdding: change.isPending,
    setKind: (chosen: ConditionKind): void => {
      setKind(chosen)
      setError(null)
    },
    setTyped: (text: string): void => {
      setTyped(text)
      setError(null)
    },
    setFolderId,
    validate,
    add,
  }
}
type NewCondition = ReturnType<typeof useNewCondition>
