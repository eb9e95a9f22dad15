import type { Config } from '../../server/config.ts'
import { sandboxSmtp } from '../../server/service-settings.ts'

/** Names of the services that the sandbox stands in for; none without a sandbox. */
export function simulatedServices(config: Config): string[] {
  const { sandboxUrl, microsoft, google, dropbox, onedrive, teamleader, stripe, smtp } = config
  if (sandboxUrl === null) return []
  const isAt = (url: string | undefined): boolean => url?.startsWith(`${sandboxUrl}/`) === true
  const found: [name: string, isSimulated: boolean][] = [
    ['Outlook', isAt(microsoft?.graphUrl)],
    ['Google', isAt(google?.oauthUrl)],
    ['Dropbox', isAt(dropbox?.apiUrl)],
    ['OneDrive', isAt(onedrive?.graphUrl)],
    ['TeamLeader', isAt(teamleader?.apiUrl)],
    ['payments', stripe?.mode === 'sandbox'],
    ['outgoing email', smtp?.url === sandboxSmtp(sandboxUrl)],
  ]
  return found.filter(([, isSimulated]) => isSimulated).map(([name]) => name)
}
