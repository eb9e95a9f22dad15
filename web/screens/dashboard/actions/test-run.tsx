import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { type TestMail, testMailsQuery, useTestRun } from '../../../api/action-runs.ts'
import type { FolderAction } from '../../../api/folder-actions.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { safeText } from '../../../lib/safe-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SelectField } from '../../../ui/select-field.tsx'

interface TestRunProps {
  action: FolderAction
  /** As it stands in the form, saved or not. */
  config: Record<string, unknown>
}

const newest = { value: '', label: 'The newest mail' }

const choiceOf = ({ id, subject, from_name, from_address, processed_at }: TestMail) => {
  const sender = safeText(from_name ?? '') || safeText(from_address ?? '') || 'Unknown sender'
  return {
    value: id,
    label: `${safeText(subject ?? '') || 'No subject'}, from ${sender}, ${formatDateTime(processed_at)}`,
  }
}

/** Tries the action on one of the last mails of the folder: shows what would happen, and does nothing. */
export function TestRunPanel({ action, config }: TestRunProps) {
  const { data: mails = [] } = useQuery(testMailsQuery(action.folder_id))
  const [chosen, setChosen] = useState(newest.value)
  const logId = chosen || undefined
  const test = useTestRun({ folderId: action.folder_id, actionId: action.action_id })
  // Of what stands in the form now: what it would do otherwise is no longer true.
  const isOfForm = test.variables?.config === config && test.variables.logId === logId
  const { data, error } = isOfForm ? test : { data: undefined, error: null }
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (data || error) result.current?.scrollIntoView({ block: 'nearest' })
  }, [data, error])
  return (
    <section aria-label="Test run" className="space-y-3 border-t border-line pt-5 text-sm">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <SelectField
            label="Try it on"
            value={chosen}
            choices={[newest, ...mails.map(choiceOf)]}
            onChange={setChosen}
          />
        </div>
        <Button
          size="large"
          icon={<FlaskConical aria-hidden="true" />}
          busy={test.isPending}
          onClick={() => test.mutate({ config, logId })}
        >
          {test.isPending ? 'Testing...' : 'Test'}
        </Button>
      </div>
      <p className="text-muted">A mail of this folder. Nothing is done or sent.</p>
      {/* Into sight, above the buttons that stay there. */}
      <div ref={result} className="scroll-mt-6 scroll-mb-24">
        {error && (
          <Notice tone="bad" role="alert">
            {messageOf(error)}
          </Notice>
        )}
        {data && (
          <output className="block space-y-3 rounded-lg border border-line bg-canvas px-4 py-3">
            <p>
              <span className="text-muted">With </span>
              <bdi className="font-medium">{safeText(data.mail.subject ?? '') || 'No subject'}</bdi>
              <span className="text-muted"> from </span>
              <bdi>{safeText(data.mail.from ?? '') || 'Unknown sender'}</bdi>
            </p>
            {data.effects.length > 0 && (
              <ul className="list-disc space-y-1 pl-4">
                {data.effects.map(({ label }, at) => (
                  // Two attachments may be called the same.
                  <li key={`${at} ${label}`} className="wrap-anywhere">
                    {safeText(label)}
                  </li>
                ))}
              </ul>
            )}
            {data.text !== null && (
              <p className="rounded-md bg-sunken px-3 py-2 whitespace-pre-wrap wrap-anywhere" dir="auto">
                {data.text}
              </p>
            )}
            {data.notes.map((note) => (
              <p key={note} className="wrap-anywhere text-muted">
                {safeText(note)}
              </p>
            ))}
          </output>
        )}
      </div>
    </section>
  )
}
