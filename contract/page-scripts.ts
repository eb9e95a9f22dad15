const shell = ['shell'] as const

/**
 * Chunks of the build that each signed-in page runs before it shows its data. Its HTML names them, so that the browser
 * fetches them at once: their imports would be known only after the scripts before them have run.
 */
export const pageScripts = {
  '/dashboard': [...shell, 'dashboard-screen', 'overview-content'],
  '/dashboard?tab=folders': [...shell, 'dashboard-screen', 'folders-tab'],
  '/dashboard?tab=mailbox': [...shell, 'dashboard-screen', 'mailbox-tab'],
  '/history': [...shell, 'history-screen'],
  '/review': [...shell, 'review-screen'],
  '/tidy-up': [...shell, 'tidy-up-screen'],
  '/senders': [...shell, 'senders-screen'],
  '/subscription': [...shell, 'subscription-screen'],
  '/connections': [...shell, 'connections-screen'],
  '/account': [...shell, 'account-screen'],
  '/operator': [...shell, 'operator-screen'],
  '/operator/set-up': [...shell, 'set-up-screen'],
  '/help': ['help-screen'],
} as const satisfies Record<string, readonly string[]>

/** File of the page's HTML in the build, which only the server reads. */
export const pageFile = (page: string): string => `page${page.replaceAll(/\W/g, '-')}.html`
