import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import { accountKeys } from '../../api/account.ts'
import { isProofFresh, isProofNeeded } from '../../api/account-proof.ts'
import { onDemand } from '../../shell/on-demand.tsx'

const ProofDialog = onDemand(async () => (await import('./proof-dialog.tsx')).ProofDialog, {
  failed: ({ onCancel }) => onCancel(),
})

/** Ways to make sure that whoever sits here is the owner of the account (decision T6). */
interface Proving {
  /** Runs it; where the server wants a fresh proof first, asks for one and runs it again. */
  withProof: <Result>(run: () => Promise<Result>) => Promise<Result>
  /** Before a dialog of several steps: asks now, not in the middle. */
  ensureProof: () => Promise<void>
}

/** The person thought better of it. Nothing has to be said then. */
class Cancelled extends Error {}
export const isCancelled = (error: unknown): boolean => error instanceof Cancelled

const ProvingContext = createContext<Proving | null>(null)

export function useProof(): Proving {
  const proving = use(ProvingContext)
  if (!proving) throw new Error('useProof must be used within a ProofProvider')
  return proving
}

export function ProofProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [question, setQuestion] = useState<PromiseWithResolvers<void> | null>(null)

  const ask = useCallback((): Promise<void> => {
    const settle = Promise.withResolvers<void>()
    setQuestion(settle)
    return settle.promise.finally(() => setQuestion(null))
  }, [])

  const proving = useMemo<Proving>(
    () => ({
      async withProof(run) {
        const opener = document.activeElement
        try {
          return await run()
        } catch (error) {
          if (!isProofNeeded(error)) throw error
        }
        await ask().finally(() => void focusAgain(opener))
        return run()
      },
      async ensureProof() {
        const opener = document.activeElement
        if (await isProofFresh()) return
        try {
          await ask()
        } finally {
          await focusAgain(opener)
        }
      },
    }),
    [ask],
  )

  return (
    <ProvingContext value={proving}>
      {children}
      {question && (
        <ProofDialog
          onDone={() => {
            question.resolve()
            void client.invalidateQueries({ queryKey: accountKeys.all })
          }}
          onCancel={() => question.reject(new Cancelled())}
        />
      )}
    </ProvingContext>
  )
}

/**
 * Back to the button that led to the question. It may be busy until what it began has ended, and a disabled button cannot hold the
 * focus: the dialog alone could not give it back.
 */
async function focusAgain(opener: Element | null): Promise<void> {
  if (!(opener instanceof HTMLElement)) return
  for (let frame = 0; frame < 10 && document.activeElement !== opener; frame++) {
    await new Promise(requestAnimationFrame)
    if (document.activeElement === document.body) opener.focus()
  }
}
