import { useQueryClient } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { createRecoveryCodes } from '../../api/account-functions.ts'
import { accountKeys } from '../../api/account.ts'
import { useProduct } from '../../api/product.tsx'
import { useUser } from '../../api/signed-in-user.tsx'
import { isCancelled, useReauthentication } from '../../features/reauthentication/reauthentication-provider.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { downloadFile } from '../../lib/download-file.ts'
import { t } from '../../texts/translate.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { CopyButton } from '../../forms/copy-button.tsx'
import { errorMessage } from './error-message.ts'

interface RecoveryCodesProps {
  /** Codes that were just created; null: the dialog asks first. */
  initialCodes: readonly string[] | null
  onClose: () => void
}

/** Creates recovery codes and shows them once. Closing before their creation changes nothing. */
export function RecoveryCodes({ initialCodes, onClose }: RecoveryCodesProps) {
  const client = useQueryClient()
  const { withReauthentication } = useReauthentication()
  const [codes, setCodes] = useState(initialCodes)
  const [error, setError] = useState<string | null>(null)

  const { busy, submit } = useSubmission(async () => {
    setError(null)
    try {
      setCodes(await withReauthentication(createRecoveryCodes))
      announce(t('Your new recovery codes are shown'))
      await client.invalidateQueries({ queryKey: accountKeys.recoveryCodes })
    } catch (failure) {
      if (!isCancelled(failure)) setError(errorMessage(failure))
    }
  })

  return (
    <Dialog
      // Escape must not close codes that are shown only once.
      onClose={() => codes === null && onClose()}
      title={codes ? t('Save your recovery codes') : t('Create recovery codes')}
      description={
        codes
          ? t('Keep them where you can find them without your phone. They are shown only now; each works once.')
          : t('Use them to sign in without your phone or passkey. Earlier codes stop working.')
      }
    >
      {codes ? (
        <Codes codes={codes} onDone={onClose} />
      ) : (
        <>
          <ErrorNotice className="mt-4">{error}</ErrorNotice>
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>{t('Not Now')}</Button>
            <Button tone="primary" busy={busy} onClick={() => submit(undefined)}>
              {busy ? t('Creating...') : t('Create Codes')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}

function Codes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { name } = useProduct()
  const { email } = useUser()
  const title = t('{name} recovery codes of {email}', { name, email })
  const text = `${title}\n${t('Each works once.')}\n\n${codes.join('\n')}\n`
  return (
    <div className="mt-5">
      <div data-print>
        <p className="hidden pb-4 font-semibold print:block">{title}</p>
        <ol
          aria-label={t('Recovery codes')}
          className={cx(
            'grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-lg border border-line bg-sunken px-5 py-4',
            'font-mono text-sm tracking-wide',
          )}
          translate="no"
        >
          {codes.map((code) => (
            <li key={code} className="whitespace-nowrap">
              {code}
            </li>
          ))}
        </ol>
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <CopyButton copied={t('Recovery codes copied')} text={codes.join('\n')} />
        <Button
          size="small"
          icon={<Download aria-hidden="true" />}
          onClick={() => downloadFile(`${name.toLowerCase()}-recovery-codes.txt`, 'text/plain', text)}
        >
          {t('Download')}
        </Button>
        <Button size="small" icon={<Printer aria-hidden="true" />} onClick={() => print()}>
          {t('Print')}
        </Button>
      </div>
      <div className="mt-6 flex justify-end">
        <Button tone="primary" onClick={onDone}>
          {t('I Have Saved Them')}
        </Button>
      </div>
    </div>
  )
}
