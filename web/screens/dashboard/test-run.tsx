import { FlaskConical } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useTestRun } from '../../api/action-runs.ts'
import type { FolderAction } from '../../api/folder-actions.ts'
import { safeText } from '../../lib/safe-text.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

interface TestRunProps {
  action: FolderAction
  /** As it stands in the form, saved or not. */
  config: Record<string, unknown>
}

/** Tries the action on the newest mail of the folder: shows what would happen, and does nothing. */
export function TestRunPanel({ action, config }: TestRunProps) {
  const test = useTestRun({ folderId: action.folder_id, actionId: action.action_id })
  // Of what stands in the form now: what it would do otherwise is no longer true.
  const { data, error } = test.variables === config ? test : { data: undefined, error: null }
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (data || error) result.current?.scrollIntoView({ block: 'nearest' })
  }, [data, error])
  return (
    <section aria-label="Test run" className="space-y-3 border-t border-line pt-5 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">Try it on the newest mail of this folder. Nothing is done or sent.</p>
        <Button
          size="small"
          icon={<FlaskConical aria-hidden="true" />}
          busy={test.isPending}
          onClick={() => test.mutate(config)}
        >
          {test.isPending ? 'Testing...' : 'Test'}
        </Button>
      </div>
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
