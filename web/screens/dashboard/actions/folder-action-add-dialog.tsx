import { useQuery } from '@tanstack/react-query'
import { fileProviderOf, isUsableAction } from '../../../../contract/actions.ts'
import type { EmailAction } from '../../../../contract/functions/email-actions.ts'
import { messageOf } from '../../../api/api-error.ts'
import { emailActionsQuery, type FolderAction } from '../../../api/folder-actions.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { useServices } from './use-services.ts'
import { t } from '../../../texts/translate.ts'

interface AddActionDialogProps {
  added: readonly FolderAction[]
  onChosen: (action: EmailAction) => void
  onClose: () => void
}

export function AddActionDialog({ added, onChosen, onClose }: AddActionDialogProps) {
  const { data: actions, error, isFetching, refetch } = useQuery(emailActionsQuery)
  const services = useServices()
  const addedIds = new Set(added.map((each) => each.action_id))
  const isComingSoon = ({ coming_soon, action_type }: EmailAction): boolean => {
    const store = fileProviderOf(action_type)
    return (
      coming_soon || !isUsableAction(action_type) || (store !== null && services.readinessOf(store) === 'coming_soon')
    )
  }
  // Actions that cannot be added yet come last.
  const choices = services.isLoading
    ? undefined
    : actions
        ?.filter((each) => !addedIds.has(each.id))
        .map((action) => ({ action, comingSoon: isComingSoon(action) }))
        .toSorted((a, b) => Number(a.comingSoon) - Number(b.comingSoon))
  const isNoneLeft = choices?.every((each) => each.comingSoon) === true
  return (
    <Dialog
      onClose={onClose}
      title={t('Add Action to Folder')}
      description={t('It runs for each email that is sorted into this folder. You set it up in the next step.')}
    >
      <div className="mt-4">
        {choices ? (
          <>
            {isNoneLeft && (
              <p className="rounded-lg bg-sunken px-4 py-3 text-sm">
                {t('All available actions have been added to this folder.')}
              </p>
            )}
            <ul aria-label={t('Actions that can be added')} className="divide-y divide-line empty:hidden">
              {choices.map((each) => (
                <Choice key={each.action.id} {...each} onChosen={onChosen} />
              ))}
            </ul>
          </>
        ) : error ? (
          <Notice tone="bad" role="alert">
            {t('Error loading actions: {error}', { error: messageOf(error) })}
            <div className="mt-2">
              <Button size="small" busy={isFetching} onClick={() => void refetch()}>
                {t('Retry')}
              </Button>
            </div>
          </Notice>
        ) : (
          <SkeletonRows rows={6} rowClassName="h-16 px-0!" label={t('Loading actions...')} />
        )}
      </div>
      <div className="mt-5 flex justify-end gap-3">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        {isNoneLeft && (
          <Button tone="primary" disabled>
            {t('Add')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

interface ChoiceProps extends Pick<AddActionDialogProps, 'onChosen'> {
  action: EmailAction
  comingSoon: boolean
}

function Choice({ action, comingSoon, onChosen }: ChoiceProps) {
  const name = t(action.name)
  return (
    <li className="flex min-h-16 items-center justify-between gap-4 py-3">
      <div className="min-w-0 text-sm">
        <p className={`font-medium ${comingSoon ? 'text-muted' : ''}`}>{name}</p>
        <p className="text-muted">{t(action.description)}</p>
      </div>
      {comingSoon ? (
        <Button size="small" aria-label={t('{name}: Coming Soon', { name })} disabled>
          {t('Coming Soon')}
        </Button>
      ) : (
        <Button size="small" aria-label={t('Add {name}', { name })} onClick={() => onChosen(action)}>
          {t('Add')}
        </Button>
      )}
    </li>
  )
}
