import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import { accountKeys } from '../../api/account.ts'
import { isRecentlyAuthenticated, isReauthenticationNeeded } from '../../api/reauthentication.ts'
import { onDemand } from '../../lib/on-demand.tsx'

const ReauthenticationDialog = onDemand(
  async () => (await import('./reauthentication-dialog.tsx')).ReauthenticationDialog,
  {
    failed: ({ onCancel }) => onCancel(),
  },
)

/**
 * Sensitive changes need a recent sign-in, so that a stolen session or an unattended page cannot take over the account.
 */
interface Reauthenticate {
  /** Runs a request. If the server requires a recent sign-in, asks for it and runs the request again. */
  withReauthentication: <Result>(run: () => Promise<Result>) => Promise<Result>
  /** Asks before a dialog of several steps instead of in the middle of it. */
  ensureReauthenticated: () => Promise<void>
}

/** The user closed the dialog; callers show no error. */
class Cancelled extends Error {}
export const isCancelled = (error: unknown): boolean => error instanceof Cancelled

const ReauthenticationContext = createContext<Reauthenticate | null>(null)

export function useReauthentication(): Reauthenticate {
  const context = use(ReauthenticationContext)
  if (!context) throw new Error('useReauthentication must be used within a ReauthenticationProvider')
  return context
}

export function ReauthenticationProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [request, setRequest] = useState<PromiseWithResolvers<void> | null>(null)

  const ask = useCallback((): Promise<void> => {
    const deferred = Promise.withResolvers<void>()
    setRequest(deferred)
    return deferred.promise.finally(() => setRequest(null))
  }, [])

  const value = useMemo<Reauthenticate>(
    () => ({
      async withReauthentication(run) {
        const opener = document.activeElement
        try {
          return await run()
        } catch (error) {
          if (!isReauthenticationNeeded(error)) throw error
        }
        await ask().finally(() => void restoreFocus(opener))
        return run()
      },
      async ensureReauthenticated() {
        const opener = document.activeElement
        if (await isRecentlyAuthenticated()) return
        try {
          await ask()
        } finally {
          await restoreFocus(opener)
        }
      },
    }),
    [ask],
  )

  return (
    <ReauthenticationContext value={value}>
      {children}
      {request && (
        <ReauthenticationDialog
          onDone={() => {
            request.resolve()
            void client.invalidateQueries({ queryKey: accountKeys.all })
          }}
          onCancel={() => request.reject(new Cancelled())}
        />
      )}
    </ReauthenticationContext>
  )
}

/**
 * Returns the focus to the button that opened the dialog. The dialog cannot do this itself: the button may be disabled
 * until its request has ended.
 */
async function restoreFocus(opener: Element | null): Promise<void> {
  if (!(opener instanceof HTMLElement)) return
  for (let frame = 0; frame < 10 && document.activeElement !== opener; frame++) {
    await new Promise(requestAnimationFrame)
    // The body, or the dialog around the button.
    if (document.activeElement?.contains(opener)) opener.focus()
  }
}
