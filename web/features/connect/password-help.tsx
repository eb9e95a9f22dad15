import type { FoundServers } from '../../api/connect-imap.ts'
import { safeServiceUrl } from '../../lib/safe-url.ts'
import { t, text } from '../../texts/translate.ts'
import { inlineLinkClasses } from '../../ui/link-classes.ts'

type Help = NonNullable<Extract<FoundServers, { kind: 'imap' }>['help']>

const helpTexts = {
  account: text('{provider} takes the password of your account, or an app password if you have a second step.'),
  app: text('{provider} asks for an app password, which you create for this site alone.'),
  bridge: text('{provider} needs its own program on the computer of this site, which shows the password.'),
}

/** Which password a known provider takes, with its pages about it. */
export function PasswordHelp({ help: { provider, password, url, imapUrl } }: { help: Help }) {
  return (
    <div className="space-y-1 text-sm text-pretty text-muted">
      <p>
        {password === 'none' ? null : t(helpTexts[password], { provider })}{' '}
        <ProviderLink url={url}>{t('How to get it')}</ProviderLink>
      </p>
      {imapUrl && (
        <p>
          {t('{provider} has IMAP switched off at first.', { provider })}{' '}
          <ProviderLink url={imapUrl}>{t('How to switch it on')}</ProviderLink>
        </p>
      )}
    </div>
  )
}

function ProviderLink({ url, children }: { url: string | undefined; children: string }) {
  const safeUrl = safeServiceUrl(url ?? null, null)
  return (
    safeUrl && (
      <a href={safeUrl.href} target="_blank" rel="noreferrer" className={inlineLinkClasses}>
        {children}
        <span className="sr-only"> {t('(opens in a new tab)')}</span>
      </a>
    )
  )
}
