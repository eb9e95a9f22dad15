import type { pageScripts } from '../../contract/page-scripts.ts'
import { stringifySearch } from './search-params.ts'

type NoParameters = Record<string, never>

/** The query parameters that a link to a page may have. A page without an entry has none. */
interface Parameters {
  /** The default tab is omitted. */
  /** `folder`: id of the folder whose details are open, on the tab of folders. */
  '/dashboard': { tab?: 'mailbox' | 'folders' | undefined; folder?: string }
  '/operator': { tab?: 'server' | undefined }
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
  /** `group`: begins with this one of `reviewGroups`. `show`: with what fits no folder, or each email of the group. */
  '/review': { show?: 'no-folder' | 'one-by-one' | undefined; group?: string }
}

type VisitorPath =
  | '/'
  | '/auth/login'
  | '/auth/signup'
  | '/auth/reset-password'
  | '/auth/second-step'
  | '/terms'
  | '/privacy'

export type Path = VisitorPath | Exclude<keyof typeof pageScripts, `${string}?${string}`>

export type Pages = { [To in Path]: To extends keyof Parameters ? Parameters[To] : NoParameters }

/** Data of a history entry. Unlike the URL, no link can set it. */
export interface EntryState {
  /** The URL that the user requested before signing in. */
  from?: string
  /** Email address typed on another sign-in screen. */
  typed?: string
  /** The user has just signed up, so no mailbox is connected. */
  isNew?: boolean
  /** What the page begins with: the connection of a mailbox, or the instructions of the first folder without any. */
  begin?: 'connect' | 'instructions'
}

/** Where a link leads to. */
export type Target = {
  [To in Path]: { to: To; search?: Pages[To]; hash?: string; state?: EntryState }
}[Path]

export const hrefOf = ({ to, search = {}, hash }: Target): string =>
  to + stringifySearch(search) + (hash === undefined ? '' : `#${hash}`)
