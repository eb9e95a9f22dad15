import { stringifySearch } from './search-params.ts'

type NoParameters = Record<string, never>

/** Every page with the query parameters that a link to it may have. */
export interface Pages {
  '/': NoParameters
  '/auth/login': NoParameters
  '/auth/signup': NoParameters
  '/auth/reset-password': NoParameters
  '/auth/second-step': NoParameters
  '/terms': NoParameters
  '/privacy': NoParameters
  '/help': NoParameters
  /** The default tab is omitted. */
  '/dashboard': { tab?: 'mailbox' | 'folders' | undefined }
  /** Days are YYYY-MM-DD in local time. */
  '/history': {
    mailbox?: string
    folder?: string
    status?: string
    reason?: string
    search?: string
    from?: string
    to?: string
    page?: string
    /** Newer messages are excluded, so that pages do not change while email arrives. */
    until?: string
  }
  /** The default, unsure email, is omitted. */
  '/review': { show?: 'no-folder' | undefined }
  '/tidy-up': NoParameters
  '/subscription': NoParameters
  '/connections': NoParameters
  '/account': NoParameters
}

/** Data of a history entry. Unlike the URL, no link can set it. */
export interface EntryState {
  /** The URL that the user requested before signing in. */
  from?: string
  /** Email address typed on another sign-in screen. */
  typed?: string
}

export type Path = keyof Pages

/** Where a link leads to. */
export type Target = {
  [To in Path]: { to: To; search?: Pages[To]; hash?: string; state?: EntryState }
}[Path]

export const hrefOf = ({ to, search = {}, hash }: Target): string =>
  to + stringifySearch(search) + (hash === undefined ? '' : `#${hash}`)
