import { queryOptions } from '@tanstack/react-query'
import { MailExcerptOutput } from '../../contract/functions/mail-excerpt.ts'
import { callFunction } from './call-function.ts'

/** The start of an email, read from Outlook. Failures are shown at once, with a retry. */
export const mailExcerptQuery = (logId: string) =>
  queryOptions({
    queryKey: ['mail-excerpt', logId],
    queryFn: ({ signal }) => callFunction('mail-excerpt', { logId }, MailExcerptOutput, signal),
    staleTime: Infinity,
    retry: false,
  })
