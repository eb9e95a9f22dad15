import type { Config } from './config.ts'
import { sandboxSmtp } from './service-settings.ts'
import { respondsTo } from './vendors/http/probe.ts'

/** Of the person whose mailbox the sandbox simulates (packages/sandbox/seeds). */
export const demoAddress = 'robin.maes@tidewell.example'

export const hasSandbox = ({ sandboxUrl }: Config): boolean => sandboxUrl !== null

/** Whether the sandbox stands in for Outlook. */
export const isOutlookSimulated = ({ sandboxUrl, microsoft }: Config): boolean =>
  sandboxUrl !== null && microsoft?.graphUrl.startsWith(`${sandboxUrl}/`) === true

/** Names of the services that the sandbox stands in for; none without a sandbox. */
export function simulatedServices(config: Config): string[] {
  const { sandboxUrl, google, dropbox, onedrive, teamleader, stripe, smtp } = config
  if (sandboxUrl === null) return []
  const isAt = (url: string | undefined): boolean => url?.startsWith(`${sandboxUrl}/`) === true
  const found: [name: string, isSimulated: boolean][] = [
    ['Outlook', isOutlookSimulated(config)],
    ['Google', isAt(google?.oauthUrl)],
    ['Dropbox', isAt(dropbox?.apiUrl)],
    ['OneDrive', isAt(onedrive?.graphUrl)],
    ['TeamLeader', isAt(teamleader?.apiUrl)],
    ['payments', stripe?.mode === 'sandbox'],
    ['outgoing email', smtp?.url === sandboxSmtp(sandboxUrl)],
  ]
  return found.filter(([, isSimulated]) => isSimulated).map(([name]) => name)
}

export const isSandboxDown = async ({ sandboxUrl }: Config): Promise<boolean> =>
  sandboxUrl !== null && !(await respondsTo(`${sandboxUrl}/control/info`))

/** The services that are real. */
export function withoutSandbox(config: Config): Config {
  const real = <Service extends { clientId: string }>(service: Service | null): Service | null =>
    service?.clientId.startsWith('mailroom-sandbox') ? null : service
  return {
    ...config,
    microsoft: real(config.microsoft),
    google: real(config.google),
    dropbox: real(config.dropbox),
    onedrive: real(config.onedrive),
    teamleader: real(config.teamleader),
    stripe: config.stripe?.mode === 'sandbox' ? null : config.stripe,
    smtp: config.smtp?.url.startsWith('smtp://127.0.0.1') ? null : config.smtp,
  }
}
