import { useQueryClient } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { accountKeys } from '../../api/account.ts'
import { makeRecoveryCodes } from '../../api/account-functions.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { useProduct } from '../../shell/product.tsx'
import { useUser } from '../../shell/signed-in-user.tsx'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CopyButton } from './copy-button.tsx'
import { isCancelled, useProof } from './proof.tsx'
import { said } from './said.ts'
import { saveFile } from '../../lib/save-file.ts'

interface RecoveryCodesProps {
  /** Codes that were just made; null where it has to be asked first. */
  made: readonly string[] | null
  onClose: () => void
}

/** Ten codes, shown this once. Closing before they are made changes nothing. */
export function RecoveryCodes({ made, onClose }: RecoveryCodesProps) {
  const client = useQueryClient()
  const { withProof } = useProof()
  const [codes, setCodes] = useState(made)
  const [problem, setProblem] = useState<string | null>(null)

  const { busy, submit } = useSubmission(async () => {
    setProblem(null)
    try {
      setCodes(await withProof(makeRecoveryCodes))
      announce('Your new recovery codes are shown')
      await client.invalidateQueries({ queryKey: accountKeys.recoveryCodes })
    } catch (error) {
      if (!isCancelled(error)) setProblem(said(error))
    }
  })

  return (
    <Dialog
      // Codes that are shown this once do not go by a slip of the hand.
      onClose={() => codes === null && onClose()}
      title={codes ? 'Save your recovery codes' : 'Make recovery codes'}
      description={
        codes
          ? 'Keep them where you find them without your phone. They are shown only now; each signs you in once.'
          : 'They sign you in on the day when your phone or passkey is not at hand. Codes that you made before stop working.'
      }
    >
      {codes ? (
        <Codes codes={codes} onDone={onClose} />
      ) : (
        <>
          {problem && (
            <div className="mt-4">
              <Notice tone="bad" role="alert">
                {problem}
              </Notice>
            </div>
          )}
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>Not Now</Button>
            <Button tone="primary" busy={busy} onClick={() => submit(undefined)}>
              {busy ? 'Making...' : 'Make Codes'}
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
  const title = `${name} recovery codes of ${email}`
  const text = `${title}\nEach signs you in once.\n\n${codes.join('\n')}\n`
  return (
    <div className="mt-5">
      <div data-print>
        <p className="hidden pb-4 font-semibold print:block">{title}</p>
        <ol
          aria-label="Recovery codes"
          className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-lg border border-line bg-sunken px-5 py-4 font-mono text-sm tracking-wide"
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
        <CopyButton what="Recovery codes" text={codes.join('\n')} />
        <Button
          size="small"
          icon={<Download aria-hidden="true" />}
          onClick={() => saveFile(`${name.toLowerCase()}-recovery-codes.txt`, 'text/plain', text)}
        >
          Download
        </Button>
        <Button size="small" icon={<Printer aria-hidden="true" />} onClick={() => print()}>
          Print
        </Button>
      </div>
      <div className="mt-6 flex justify-end">
        <Button tone="primary" onClick={onDone}>
          I Have Saved Them
        </Button>
      </div>
    </div>
  )
}
