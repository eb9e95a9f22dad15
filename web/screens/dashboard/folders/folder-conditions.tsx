import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { messageOf } from '../../../api/api-error.ts'
import { conditionsQuery } from '../../../api/folder-conditions.ts'
import { folderName } from '../../../lib/folder-name.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { t } from '../../../texts/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { conditionText } from '../rules/condition-texts.ts'

const ConditionsDialog = onDemand(async () => (await import('../rules/conditions-dialog.tsx')).ConditionsDialog, {
  failed: ({ onClose }) => onClose(),
})

/** The conditions that sort messages into this folder; they take precedence over everything that was learned. */
export function FolderConditions({ folder, readOnly }: { folder: EmailFolder; readOnly: boolean }) {
  const { data: all, error } = useQuery(conditionsQuery(folder.mailbox_id))
  const [editing, setEditing] = useState(false)
  const own = all?.filter(({ folderId }) => folderId === folder.id)
  return (
    <section
      aria-label={t('Conditions of {folder}', { folder: folderName(folder) })}
      className="rounded-lg border border-line bg-canvas p-4"
    >
      <div className="flex min-h-8 items-center justify-between gap-3">
        <h3 className="text-sm font-semibold">{t('Conditions')}</h3>
        {!readOnly && (
          <Button size="small" disabled={!all} onClick={() => setEditing(true)}>
            {t('Edit Conditions')}
          </Button>
        )}
      </div>
      {own ? (
        own.length === 0 ? (
          <p className="mt-2 text-muted">
            {t('No conditions. Email that meets a condition goes here, before anything that was learned.')}
          </p>
        ) : (
          <ul className="mt-2 list-disc space-y-1 pl-5 marker:text-muted">
            {own.map((condition) => (
              <li key={condition.id} dir="auto" className="text-left wrap-anywhere">
                {conditionText(condition)}
              </li>
            ))}
          </ul>
        )
      ) : error ? (
        <p role="alert" className="mt-2 text-bad">
          {t('Error loading conditions: {error}', { error: messageOf(error) })}
        </p>
      ) : (
        <Skeleton className="mt-2 h-5 w-48" />
      )}
      {editing && <ConditionsDialog folder={folder} onClose={() => setEditing(false)} />}
    </section>
  )
}
