import { useQuery } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import type { MailExcerptOutput } from '../../../contract/functions/mail-excerpt.ts'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { mailExcerptQuery } from '../../api/mail-excerpt.ts'
import { safeText } from '../../lib/safe-text.ts'
import { t } from '../../texts/translate.ts'
import { cx } from '../../ui/cx.ts'
import { RetryButton } from '../../ui/retry-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'mail_gone'

interface MailExcerptProps {
  logId: string
  /** Class names of an excerpt that scrolls, which needs the focus for that. */
  scroller?: string
}

/** The first lines of an email, and the names of its attachments. */
export function MailExcerpt({ logId, scroller }: MailExcerptProps) {
  const { data, error, isFetching, refetch } = useQuery(mailExcerptQuery(logId))
  return (
    <section
      aria-label={t('Start of the email')}
      tabIndex={scroller === undefined ? undefined : 0}
      className={cx('text-sm', scroller)}
    >
      {data ? (
        <Excerpt excerpt={data} />
      ) : error ? (
        <p role="alert" className="text-muted">
          {t('The text could not be loaded: {message}', { message: messageOf(error) })}{' '}
          {!isGone(error) && (
            <RetryButton size="small" className="mt-2 flex" busy={isFetching} onRetry={() => refetch()} />
          )}
        </p>
      ) : (
        <>
          <output className="sr-only">{t('Reading the email...')}</output>
          <Skeleton className="h-4 w-full" />
          <Skeleton className="mt-2 h-4 w-11/12" />
          <Skeleton className="mt-2 h-4 w-2/3" />
        </>
      )}
    </section>
  )
}

function Excerpt({ excerpt: { text, isTruncated, attachmentNames } }: { excerpt: MailExcerptOutput }) {
  return (
    <>
      {text === '' ? (
        <p className="text-muted">{t('This email has no text.')}</p>
      ) : (
        <p dir="auto" className="text-left wrap-anywhere whitespace-pre-line">
          {text}
          {isTruncated && '…'}
        </p>
      )}
      {attachmentNames.length > 0 && (
        <ul aria-label={t('Attachments')} className="mt-3 flex flex-wrap gap-1.5 text-xs">
          {attachmentNames.map((name, at) => (
            <li
              key={`${at} ${name}`}
              className="flex max-w-full items-center gap-1.5 rounded-md border border-line px-2 py-1"
            >
              <Paperclip aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
              <bdi className="truncate">{safeText(name) || t('Unnamed')}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
