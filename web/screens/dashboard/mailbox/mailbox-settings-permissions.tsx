import type { MailboxSettings } from '../../../../contract/functions/mailbox-settings.ts'
import { useProduct } from '../../../api/product.tsx'
import { t } from '../../../texts/translate.ts'

/** The permissions that the user has granted at Microsoft. */
export function MailboxSettingsPermissions({ permissions }: Pick<MailboxSettings, 'permissions'>) {
  const { name } = useProduct()
  return (
    <section className="border-t border-line pt-5 text-sm">
      <h3 className="font-medium">{t('What {name} may do in this mailbox', { name })}</h3>
      {permissions.length === 0 ? (
        <p className="mt-1 text-muted">{t('Nothing at the moment: reconnect the mailbox to continue.')}</p>
      ) : (
        <ul className="mt-1.5 list-disc space-y-1 pl-5 text-muted marker:text-edge">
          {permissions.map(({ scope, words }) => (
            <li key={scope} title={scope}>
              {t(words)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
